import type { ReactNode } from 'react';
import { visuallyHidden } from './VisuallyHidden.css.ts';

/** Words for screen readers only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }): ReactNode => (
  <span className={visuallyHidden}>{children}</span>
);
