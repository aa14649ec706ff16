import type { MouseEvent } from 'react';

/** A link of the app: where it leads, and what a press does instead of loading the page. */
export interface Way {
  readonly href: string;
  readonly onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/**
 * The way to a page of the portal by its path; null where that page is not built or the person does not have it, and then nothing may
 * lead there. The one place that decides it is the page around the dashboard.
 */
export type WayTo = (path: `/${string}`, search?: Readonly<Record<string, string>>) => Way | null;
