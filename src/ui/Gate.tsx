import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import { foot, gate, gateCard, main, top, topBar } from './Gate.css.ts';

interface GateProps {
  brand: ReactNode;
  /** Language and the like, beside the brand. */
  utilities?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** The layout of signing in: the deep surface with the rings, and cards over its edge. */
export function Gate({ brand, utilities, title, lead, footer, children }: GateProps): ReactNode {
  return (
    <div className={gate}>
      <header className={top}>
        <div className={topBar}>
          {brand}
          {utilities}
        </div>
        <h1>{title}</h1>
        {lead ? <p>{lead}</p> : null}
      </header>
      <main id="main" className={main} tabIndex={-1}>
        {children}
        {footer ? <footer className={foot}>{footer}</footer> : null}
      </main>
    </div>
  );
}

/** The raised card of a gate, which holds the form. */
export const GateCard = ({ children }: { children: ReactNode }): ReactNode => (
  <Card className={gateCard}>{children}</Card>
);
