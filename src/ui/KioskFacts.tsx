import type { ReactNode } from 'react';
import { kioskFacts } from './KioskFacts.css.ts';

export interface KioskFact {
  readonly name: string;
  readonly value: string;
}

/** Facts about something, one line each. On small screens the name is above the value. */
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
