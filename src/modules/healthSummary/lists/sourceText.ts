import type { EntrySource } from '@portal/api';
import { dateText, type Telling } from './telling.ts';

/** "Otter Bay Hospital, Mar 9, 2025". */
export const sourceText = (telling: Telling, { name, date }: EntrySource): string =>
  date === null ? name : telling.t('healthSummary.sourceOn', { name, date: dateText(telling, date) });

/** Sources without duplicates of the same clinic, day and document. */
export function distinctSources(sources: readonly EntrySource[]): readonly EntrySource[] {
  const known = new Map<string, EntrySource>();
  for (const one of sources) {
    const key = JSON.stringify([one.name, one.date, one.document?.ifSystemId ?? null, one.document?.ccdaId ?? null]);
    if (!known.has(key)) known.set(key, one);
  }
  return [...known.values()];
}
