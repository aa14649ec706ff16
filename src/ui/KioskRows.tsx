import type { ReactNode } from 'react';
import { filters, group, kioskList, kioskRow, more, side, sum, wait } from './KioskRows.css.ts';
import { rowSub } from './Row.css.ts';

/** Search, date and facility, above the list. */
export const KioskFilters = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={filters}>{children}</div>
);

export const KioskRows = ({ label, children }: { label?: string; children: ReactNode }): ReactNode => (
  <ul className={kioskList} aria-label={label}>
    {children}
  </ul>
);

/** The number of people found, announced when it changes. */
export const KioskSum = ({ children }: { children: ReactNode }): ReactNode => (
  <p className={sum} aria-live="polite">
    {children}
  </p>
);

export const KioskGroup = ({ name, children }: { name: string; children: ReactNode }): ReactNode => (
  <section className={group} aria-label={name}>
    <p>
      <b>{name}</b>
    </p>
    {children}
  </section>
);

/** A button for the rest of a list. */
export const KioskMore = ({ children }: { children: ReactNode }): ReactNode => <div className={more}>{children}</div>;

interface KioskRowProps {
  name: ReactNode;
  /** Lines below the name: date of birth; number and facility. */
  details: readonly ReactNode[];
  /** What the list of titles is called, for screen readers. */
  titlesLabel: string;
  titles: readonly { readonly id: string; readonly title: ReactNode }[];
  /** The Start button, or why it is missing. */
  action: ReactNode;
}

/** One person with the questionnaires that wait. Portrait stacks it. */
export function KioskRow({ name, details, titlesLabel, titles, action }: KioskRowProps): ReactNode {
  return (
    <li className={kioskRow}>
      <div>
        <h2>{name}</h2>
        {details.map((detail, index) => (
          <p key={index} className={rowSub}>
            {detail}
          </p>
        ))}
      </div>
      <ul aria-label={titlesLabel}>
        {titles.map((entry) => (
          <li key={entry.id}>{entry.title}</li>
        ))}
      </ul>
      {action}
    </li>
  );
}

/** The state, and the button below it. */
export const KioskSide = ({ children }: { children: ReactNode }): ReactNode => <div className={side}>{children}</div>;

/** Why a row cannot be started, or since when and where. */
export const KioskWait = ({ children }: { children: ReactNode }): ReactNode => <p className={wait}>{children}</p>;
