/*
 * Where in a text the words stand that somebody looked for, whatever their case and accents. The database finds the messages by its function `folded`; this says
 * which characters of the text as it was written its match is made of.
 */

/** Like the database's `folded`, for one character: compatible forms taken apart, lower case, without the accents. */
const foldedCharacter = (character: string): string =>
  character
    .normalize('NFKD')
    .toLowerCase()
    // Lower case may bring an accent of its own.
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '');

/** A text folded, and for each of its characters where the one that it came from begins. */
function foldedWithPlaces(text: string): { readonly folded: string; readonly from: readonly number[] } {
  let folded = '';
  const from: number[] = [];
  let place = 0;
  for (const character of text) {
    const made = foldedCharacter(character);
    folded += made;
    for (let each = 0; each < made.length; each += 1) from.push(place);
    place += character.length;
  }
  return { folded, from: [...from, text.length] };
}

/** A text as the database's `folded` writes it. */
export const foldedText = (text: string): string => foldedWithPlaces(text).folded;

export type Mark = [from: number, to: number];

/** The places of what was looked for, as from and to in the text as it was written, without overlaps. A part of a character is the whole of it. */
export function marksIn(text: string, wanted: string): Mark[] {
  const needle = foldedText(wanted);
  if (needle === '') return [];
  const { folded, from } = foldedWithPlaces(text);
  const marks: Mark[] = [];
  for (let at = folded.indexOf(needle); at !== -1; at = folded.indexOf(needle, at + needle.length)) {
    const start = from[at] ?? 0;
    const last = from[at + needle.length - 1] ?? start;
    // On to the next character that says something: accents that stand alone belong to the one before.
    let next = at + needle.length;
    while (next < from.length && (from[next] ?? 0) <= last) next += 1;
    const end = from[next] ?? text.length;
    const before = marks.at(-1);
    if (before !== undefined && start < before[1]) before[1] = Math.max(before[1], end);
    else marks.push([start, end]);
  }
  return marks;
}

/** Before the first place, and in all. */
const [lead, length] = [40, 120];
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The next place at which no character, accent or emoji is cut apart. */
function cut(text: string, near: number): number {
  for (const { index } of graphemes.segment(text)) if (index >= near) return index;
  return text.length;
}

/** From there, or from the beginning of the next word where one begins before `first`. */
function wordFrom(text: string, start: number, first: number): number {
  const blank = text.slice(start, first).search(/ \S/);
  return blank === -1 ? start : start + blank + 1;
}

export interface Excerpt {
  readonly excerpt: string;
  readonly marks: Mark[];
}

/** About 120 characters around the first place, in one line; from the beginning where there is none. */
export function excerptOf(content: string, wanted: string): Excerpt {
  const [text = '', words = ''] = [content, wanted].map((one) => one.replace(/\s/g, ' '));
  const marks = marksIn(text, words);
  const first = marks[0]?.[0] ?? 0;
  const start = first <= lead ? 0 : wordFrom(text, Math.min(cut(text, first - lead), first), first);
  const end = cut(text, Math.max(start + length, marks[0]?.[1] ?? 0));
  const before = start === 0 ? '' : '… ';
  const shift = before.length - start;
  return {
    excerpt: `${before}${text.slice(start, end)}${end === text.length ? '' : ' …'}`,
    marks: marks.filter(([, to]) => to <= end).map(([from, to]) => [from + shift, to + shift]),
  };
}
