import type { ReactNode } from 'react';
import { kioskActions, kioskCard } from './KioskCard.css.ts';

/** The raised card in the middle of a kiosk screen. */
export const KioskCard = ({ children, labelledBy }: { children: ReactNode; labelledBy?: string }): ReactNode => (
  <section className={kioskCard} aria-labelledby={labelledBy}>
    {children}
  </section>
);

/** Two buttons of the same size, equally easy to reach. */
export const KioskActions = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={kioskActions}>{children}</div>
);
