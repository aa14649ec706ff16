import { type EntryStatus, type HealthListKey, type ListedEntry, type RecordDate, recordDateText } from '@portal/api';
import type { Words } from '../../../words/index.ts';

/** What the texts of the lists depend on. */
export interface Telling extends Pick<Words, 't' | 'locale'> {
  readonly timeZone: string;
  /** False for a representative. */
  readonly isOwn: boolean;
}

/** The lists that have a part of the page of their own; all others are under "Everything else". */
const mainLists = ['problems', 'medications', 'allergies', 'immunizations', 'vitals'] as const;
type MainList = (typeof mainLists)[number];
export const isMain = (key: HealthListKey): key is MainList => mainLists.some((main) => main === key);

/** A date of an entry: the day, or as much of it as is known. */
export const dateText = ({ locale, timeZone }: Pick<Telling, 'locale' | 'timeZone'>, date: RecordDate): string =>
  recordDateText(locale, date, timeZone, 'day');

/** Whether an entry is current, past, or neither is known. */
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

/** When an entry began or happened; if that is not known, when it was recorded. */
export const whenOf = ({ start, end, recorded }: Pick<ListedEntry, 'start' | 'end' | 'recorded'>): RecordDate | null =>
  start ?? end ?? recorded;
