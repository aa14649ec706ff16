import type { ReactNode } from 'react';
import { actionbar, actionbarInner } from './ActionBar.css.ts';

/** The buttons of full-screen work, always at the lower edge. */
export const ActionBar = ({ children }: { children: ReactNode }): ReactNode => (
  <footer className={actionbar}>
    <div className={actionbarInner}>{children}</div>
  </footer>
);
