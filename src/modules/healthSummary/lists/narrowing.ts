import type { HealthList } from '@portal/api';

/** The clinics in the lists, each once, by name. */
export function clinicsOf(lists: readonly HealthList[], locale: string): readonly string[] {
  const names = lists.flatMap(({ entries, narratives }) => [
    ...entries.flatMap(({ sources }) => sources.map(({ name }) => name)),
    ...narratives.map(({ source }) => source.name),
  ]);
  return [...new Set(names)].toSorted(new Intl.Collator(locale).compare);
}

/**
 * The entries of one clinic, each under its name only. Lists without an entry of the clinic are left out: others may have entries, so "no
 * source says anything" would be wrong. A clinic does not contradict itself.
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
