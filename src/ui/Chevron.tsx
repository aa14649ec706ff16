import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { ChevronRight } from './icons.ts';
import { chevron } from './Row.css.ts';

/** The end of a row that opens something. */
export const Chevron = (): ReactNode => (
  <span className={chevron}>
    <Icon of={ChevronRight} size="s" />
  </span>
);
