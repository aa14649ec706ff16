import type { ReactNode } from 'react';
import { kioskFacts } from './KioskFacts.css.ts';

/** One thing that is known, by its name. */
export interface KioskFact {
  readonly name: string;
  readonly value: string;
}

/** What is known of something, a line each; small screens put the name above. */
export const KioskFacts = ({ facts }: { facts: readonly KioskFact[] }): ReactNode => (
  <dl className={kioskFacts}>
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
