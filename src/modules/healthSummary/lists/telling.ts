import { type EntryStatus, type HealthListKey, type ListedEntry, type RecordDate, recordDateText } from '@portal/api';
import type { Words } from '../../../words/index.ts';

/** For whom and how the lists are told. */
export interface Telling extends Pick<Words, 't' | 'locale'> {
  readonly timeZone: string;
  /** False where somebody acts for the patient. */
  readonly isOwn: boolean;
}

/** The lists that have a part of the page of their own; all others stand under "Everything else". */
export const mainLists = ['problems', 'medications', 'allergies', 'immunizations', 'vitals'] as const;
export type MainList = (typeof mainLists)[number];
export const isMain = (key: HealthListKey): key is MainList => mainLists.some((main) => main === key);

/** A date of an entry: the day, or as much of it as is known. */
export const dateText = ({ locale, timeZone }: Pick<Telling, 'locale' | 'timeZone'>, date: RecordDate): string =>
  recordDateText(locale, date, timeZone, 'day');

/** Whether it is so now, was so, or neither is said. */
export function timeOfStatus(status: EntryStatus | null): 'now' | 'past' | 'other' {
  switch (status) {
    case 'active':
      return 'now';
    case 'inactive':
    case 'resolved':
    case 'completed':
    case 'stopped':
      return 'past';
    case 'planned':
    case 'onHold':
    case 'notDone':
    case 'declined':
    case 'refuted':
    case 'unconfirmed':
    case null:
      return 'other';
  }
}

/** When an entry began or happened; when it was written down where that alone is known. */
export const whenOf = ({ start, end, recorded }: Pick<ListedEntry, 'start' | 'end' | 'recorded'>): RecordDate | null =>
  start ?? end ?? recorded;
