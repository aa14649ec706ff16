import { type HealthList, type HealthListKey, type ListedEntry, recordDay } from '@portal/api';
import { compareDays } from './counts.ts';
import { timeOfStatus, whenOf } from './telling.ts';

const ranks = { now: 0, other: 1, past: 2 } as const;

/** Statements before "none known"; in lists that have a present, current ones first; then the newest; last those without a date. */
export function sorted(key: HealthListKey, entries: readonly ListedEntry[], timeZone: string): ListedEntry[] {
  const hasPresent = key === 'problems' || key === 'medications' || key === 'allergies';
  const isDenied = ({ negation }: ListedEntry) => Number(key !== 'immunizations' && negation !== null);
  const dayOf = (entry: ListedEntry) => {
    const when = whenOf(entry);
    return when === null ? null : recordDay(when, timeZone);
  };
  return entries
    .map((entry) => ({ entry, day: dayOf(entry) }))
    .toSorted(
      (one, other) =>
        isDenied(one.entry) - isDenied(other.entry) ||
        (hasPresent ? ranks[timeOfStatus(one.entry.status)] - ranks[timeOfStatus(other.entry.status)] : 0) ||
        Number(one.day === null) - Number(other.day === null) ||
        compareDays(other.day ?? '', one.day ?? ''),
    )
    .map(({ entry }) => entry);
}

/** All lists with their entries in the order of the page. */
export const inOrder = (lists: readonly HealthList[], timeZone: string): readonly HealthList[] =>
  lists.map((list) => ({ ...list, entries: sorted(list.key, list.entries, timeZone) }));
