import type { HealthList } from '@portal/api';

/** The clinics that say something in the lists, each once, by name. */
export function clinicsOf(lists: readonly HealthList[], locale: string): readonly string[] {
  const names = lists.flatMap(({ entries, narratives }) => [
    ...entries.flatMap(({ sources }) => sources.map(({ name }) => name)),
    ...narratives.map(({ source }) => source.name),
  ]);
  return [...new Set(names)].toSorted(new Intl.Collator(locale).compare);
}

/**
 * What one clinic alone says, each entry with its name alone. Of what it is silent on there is no list: others may say something, so the
 * sentence that nobody does would be wrong. There it contradicts nobody.
 */
export const ofClinic = (lists: readonly HealthList[], clinic: string): readonly HealthList[] =>
  lists.flatMap((list) => {
    const narratives = list.narratives.filter(({ source }) => source.name === clinic);
    const entries = list.entries.flatMap((entry) => {
      const [first, ...rest] = entry.sources.filter(({ name }) => name === clinic);
      return first === undefined ? [] : [{ ...entry, sources: [first, ...rest] }];
    });
    return entries.length + narratives.length === 0 ? [] : [{ ...list, entries, narratives, differ: false }];
  });
