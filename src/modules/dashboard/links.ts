import type { LinkProps } from '../../records/links.ts';

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
export type LinkTo = (path: DashboardLink, search?: Readonly<Record<string, string>>) => LinkProps | null;
