import type { EntryStatus, FactName, HealthListKey, MissingReason } from '@portal/api';

/** Sections of the documents that we make. */
export type SectionKey =
  | Exclude<HealthListKey, 'carePlans'>
  | 'plan'
  | 'treatment'
  | 'familyHistory'
  | 'notes'
  | 'careTeam';

/** The words of the documents that we make. `{…}` is filled in. */
export interface SummaryWords {
  readonly title: string;
  /** Of a section about which nothing is held. */
  readonly nothing: string;
  readonly sections: Readonly<Record<SectionKey, string>>;
  /** What an entry's name is called at the head of its column. */
  readonly what: Readonly<Record<HealthListKey, string>>;
  readonly facts: Readonly<Record<FactName, string>>;
  readonly statuses: Readonly<Record<EntryStatus, string>>;
  readonly missing: Readonly<Record<MissingReason, string>>;
  /** What did not happen or is not so. */
  readonly negated: Readonly<Record<HealthListKey, string>>;
  /** The source says that there is nothing of the kind. */
  readonly none: Readonly<Record<HealthListKey, string>>;
  readonly status: string;
  readonly since: string;
  readonly until: string;
  readonly date: string;
  readonly value: string;
  readonly range: string;
  readonly recorded: string;
  readonly name: string;
  readonly relative: string;
  /** How far a cancer has spread. */
  readonly stage: string;
  readonly role: string;
  readonly contact: string;
  readonly writtenBy: string;
  /** Of a note that is no text. */
  readonly otherNote: string;
  /** Head of the column of what has none of its own. */
  readonly details: string;
  readonly instructions: string;
  readonly yes: string;
  readonly no: string;
}
