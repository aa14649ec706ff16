import { type Separators, escaped } from './er7.ts';

/** A text, or nothing. */
type Part = string | null;
/**
 * What a field says: a text, components, or several repetitions of components. No repetitions at all: the receiver deletes what it has (`""`).
 */
export type Field = Part | readonly Part[] | { readonly all: readonly (readonly Part[])[] };

const usual: Separators = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' };

const written = (parts: readonly Part[]): string =>
  parts
    .map((part) => (part === null ? '' : escaped(part, usual)))
    .join(usual.component)
    .replace(/\^+$/, '');
function fieldText(field: Field): string {
  if (field === null) return '';
  if (typeof field === 'string') return written([field]);
  if (!('all' in field)) return written(field);
  return field.all.length === 0 ? '""' : field.all.map(written).join(usual.repetition);
}

/** Writes a segment from its fields by their numbers, which begin with 1. MSH-1 and MSH-2 are written by themselves. */
export function segment(name: string, fields: Readonly<Record<number, Field>>): string {
  const given = Object.entries(fields).map(([number, field]) => [Number(number), field] as const);
  const texts = Array.from({ length: Math.max(0, ...given.map(([number]) => number)) }, () => '');
  for (const [number, field] of given) texts[number - 1] = fieldText(field);
  const { field: bar, component, repetition, escape, subcomponent } = usual;
  const all = name === 'MSH' ? [`${component}${repetition}${escape}${subcomponent}`, ...texts.slice(2)] : texts;
  return [name, ...all].join(bar).replace(/\|+$/, '');
}

/** The bytes of a message in UTF-8, each segment ended by a CR. */
export const messageBytes = (segments: readonly string[]): Buffer =>
  Buffer.from(segments.map((line) => `${line}\r`).join(''), 'utf8');
