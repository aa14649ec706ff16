import type { EntryStatus, HealthListKey } from '@portal/api';
import { momentOf } from '../../record/fhir/dates.ts';
import type { FoldedEntry } from './fold.ts';

/** What is over, or never was. */
const over: ReadonlySet<EntryStatus | null> = new Set<EntryStatus | null>([
  'inactive',
  'resolved',
  'completed',
  'stopped',
  'notDone',
  'declined',
  'refuted',
]);
/** Lists in which it matters more whether something is so now than when it began. */
const byStatus: ReadonlySet<HealthListKey> = new Set<HealthListKey>([
  'problems',
  'medications',
  'allergies',
  'goals',
  'carePlans',
]);

/** 0: "there is none"; then what is so now, what does not say, and what is over. */
function rankOf({ listKey, entry: { negation, status } }: FoldedEntry): number {
  if (negation === 'none') return 0;
  if (!byStatus.has(listKey)) return 1;
  if (negation === 'negated' || over.has(status)) return 3;
  return status === 'active' || (status === 'planned' && listKey === 'carePlans') ? 1 : 2;
}
const timeOf = ({ entry: { start, end, recorded } }: FoldedEntry): string => {
  const date = start ?? end ?? recorded;
  return date === null ? '' : (momentOf(date)?.at ?? '');
};

/** In the order in which a list is read: what is so now first, then the newest first. */
export function ordered(entries: readonly FoldedEntry[]): FoldedEntry[] {
  return entries
    .map((one) => ({ one, rank: rankOf(one), time: timeOf(one), first: one.all[0]?.id ?? 0 }))
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        (a.time < b.time ? 1 : a.time > b.time ? -1 : 0) ||
        (a.one.entry.name ?? '').localeCompare(b.one.entry.name ?? '') ||
        a.first - b.first,
    )
    .map(({ one }) => one);
}

/** What of these would be no contradiction to "there is none". */
const isSo = ({ listKey, entry: { negation, status } }: FoldedEntry): boolean =>
  negation === null && !(over.has(status) && (byStatus.has(listKey) || status !== 'completed'));

/** Whether sources contradict each other: one says that there is nothing of the kind, and another tells something. */
export function differ(entries: readonly FoldedEntry[]): boolean {
  const resourcesOf = ({ all }: FoldedEntry) =>
    all.map(({ resourceId, clinic, source }) => (source.document === null ? clinic : String(resourceId)));
  const told = entries.filter(isSo).map((one) => new Set(resourcesOf(one)));
  return entries
    .filter(({ entry }) => entry.negation === 'none')
    .some((none) => told.some((sources) => !resourcesOf(none).some((source) => sources.has(source))));
}
