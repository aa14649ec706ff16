import type { HealthEntry } from '@portal/api';

/** A range or flag of one part of a measurement, so that the lower pressure's is not taken for the upper one's: `Diastolic: 60 – 80`. */
export const ofPart = (part: string, words: string): string =>
  words.startsWith(`${part}: `) ? words : `${part}: ${words}`;

/** The parts of one measurement with names that tell them apart: of two with one name the second becomes `Systolic (2)`. */
export const partsApart = <Part extends { readonly name: string }>(parts: readonly Part[]): Part[] =>
  parts.map((part, at) => {
    const before = parts.slice(0, at).filter(({ name }) => name === part.name).length;
    return before === 0 ? part : { ...part, name: `${part.name} (${String(before + 1)})` };
  });

/** The part of an entry that a fact names, and its words without that name; null where it is about the whole. */
export function partNamed(
  { values }: Pick<HealthEntry, 'values'>,
  fact: string,
): { readonly part: string; readonly words: string } | null {
  const part = values.flatMap(({ name }) => name ?? []).find((name) => fact.startsWith(`${name}: `));
  return part === undefined ? null : { part, words: fact.slice(part.length + 2) };
}
