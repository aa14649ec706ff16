import type { ReactNode } from 'react';
import { kioskBar, kioskMain } from './KioskBar.css.ts';

/** The bar of the staff's screens: brand, then language and user. */
export const KioskBar = ({ brand, children }: { brand: ReactNode; children?: ReactNode }): ReactNode => (
  <header className={kioskBar}>
    {brand}
    {children}
  </header>
);

/** The main region of the staff's screens. */
export const KioskMain = ({ children }: { children: ReactNode }): ReactNode => (
  <main id="main" className={kioskMain} tabIndex={-1}>
    {children}
  </main>
);
