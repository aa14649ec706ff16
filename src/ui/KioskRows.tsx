import type { ReactNode } from 'react';
import { filters, kioskList, kioskRow, wait } from './KioskRows.css.ts';
import { rowSub } from './Row.css.ts';

/** Date, facility and the number of people, above the list. */
export const KioskFilters = ({ children }: { children: ReactNode }): ReactNode => <div className={filters}>{children}</div>;

/** The people of the day. */
export const KioskRows = ({ label, children }: { label?: string; children: ReactNode }): ReactNode => (
  <ul className={kioskList} aria-label={label}>
    {children}
  </ul>
);

export interface KioskRowProps {
  name: ReactNode;
  /** Lines below the name: date of birth; number and facility. */
  details: readonly ReactNode[];
  /** What the list of titles is called, for screen readers. */
  titlesLabel: string;
  titles: readonly { readonly id: string; readonly title: ReactNode }[];
  /** The Start button, or why it is not there. */
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

/** Why a row cannot be started. */
export const KioskWait = ({ children }: { children: ReactNode }): ReactNode => <p className={wait}>{children}</p>;
