import { type HealthList, type ListedEntry, recordDay } from '@portal/api';
import { dateText, type Telling, timeOfStatus, whenOf } from './telling.ts';

/** Entries that state something; without those that say "none known" or "not so". */
export const positiveEntries = (entries: readonly ListedEntry[]): readonly ListedEntry[] =>
  entries.filter(({ negation }) => negation === null);

/** The text beside the heading of a list: how many entries it has; empty where there is nothing to count. */
export function headWords(telling: Telling, { key, entries, differ }: HealthList): string {
  const { t } = telling;
  if (differ) return t('healthSummary.differ');
  const counted = positiveEntries(entries);
  switch (key) {
    case 'problems':
    case 'allergies':
      return byTime(telling, counted, 'active');
    case 'medications':
      return byTime(telling, counted, 'now');
    case 'immunizations':
      return counted.length > 1 ? t('healthSummary.newestFirst') : '';
    case 'vitals':
      return since(telling, counted);
    case 'results':
    case 'procedures':
    case 'encounters':
    case 'socialHistory':
    case 'goals':
    case 'carePlans':
      return entries.length === 0 ? '' : t('healthSummary.entries', { count: entries.length });
  }
}

/** "2 active, 1 past"; entries whose source gives no time are counted apart. */
function byTime({ t }: Telling, entries: readonly ListedEntry[], now: 'active' | 'now'): string {
  const counts = { now: 0, past: 0, other: 0 };
  for (const { status } of entries) counts[timeOfStatus(status)] += 1;
  if (counts.other === entries.length)
    return entries.length === 0 ? '' : t('healthSummary.entries', { count: entries.length });
  const parts = [
    ...(counts.now === 0 ? [] : [t(`healthSummary.counted_${now}`, { count: counts.now })]),
    ...(counts.past === 0 ? [] : [t('healthSummary.counted_past', { count: counts.past })]),
    ...(counts.other === 0 ? [] : [t('healthSummary.counted_other', { count: counts.other })]),
  ];
  return parts.reduce((first, rest) => t('healthSummary.joined', { first, rest }));
}

function since(telling: Telling, entries: readonly ListedEntry[]): string {
  const dates = entries.flatMap((entry) => whenOf(entry) ?? []);
  const [first] = dates.toSorted((one, other) =>
    compareDays(recordDay(one, telling.timeZone), recordDay(other, telling.timeZone)),
  );
  return first === undefined ? '' : telling.t('healthSummary.fromDate', { date: dateText(telling, first) });
}

/** Days as texts: `2025` is before `2025-03`. */
export const compareDays = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
