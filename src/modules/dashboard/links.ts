import type { MouseEvent } from 'react';

/** The properties of a link: its address, and what a press does instead of loading the page. */
export interface PageLinkProps {
  readonly href: string;
  readonly onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** The pages that the dashboard links to, some of which may not be built. */
type DashboardLink =
  | '/add-contact'
  | '/appointments'
  | '/contact-us'
  | '/edit-contact'
  | '/followup-plan'
  | '/health-summary'
  | '/medical-notes'
  | '/secure-message'
  | '/test-results'
  | '/treatment-summary';

/**
 * The link to a page of the portal by its path. Null where that page is not built or the person does not have it; then nothing is shown.
 * The layout decides it (`useLinkTo`).
 */
export type LinkTo = (path: DashboardLink, search?: Readonly<Record<string, string>>) => PageLinkProps | null;
