import type { MouseEvent } from 'react';

/** The properties of a link: its address, and what a press does instead of loading the page. */
export interface LinkProps {
  readonly href: string;
  readonly onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
}
