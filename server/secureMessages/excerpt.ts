/* The database finds messages with its function `folded`; this finds which characters of the original text match. */

/** Folds one character as the database's `folded` does: compatibility decomposition, lower case, no accents. */
const foldedCharacter = (character: string): string =>
  character
    .normalize('NFKD')
    .toLowerCase()
    // Lower case may bring an accent of its own.
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '');

/** A text folded, and for each of its characters the position of the original character. */
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

/** A text folded as by the database's `folded`. */
export const foldedText = (text: string): string => foldedWithPlaces(text).folded;

export type Mark = [from: number, to: number];

/** The matches as start and end in the original text, without overlaps. If part of a character matches, the whole character counts. */
export function marksIn(text: string, wanted: string): Mark[] {
  const needle = foldedText(wanted);
  if (needle === '') return [];
  const { folded, from } = foldedWithPlaces(text);
  const marks: Mark[] = [];
  for (let at = folded.indexOf(needle); at !== -1; at = folded.indexOf(needle, at + needle.length)) {
    const start = from[at] ?? 0;
    const last = from[at + needle.length - 1] ?? start;
    // The end is the next base character: combining accents belong to the character before them.
    let next = at + needle.length;
    while (next < from.length && (from[next] ?? 0) <= last) next += 1;
    const end = from[next] ?? text.length;
    const before = marks.at(-1);
    if (before !== undefined && start < before[1]) before[1] = Math.max(before[1], end);
    else marks.push([start, end]);
  }
  return marks;
}

/** Characters before the first match, and in the whole excerpt. */
const [lead, length] = [40, 120];
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The next position at which no character, accent or emoji is cut apart. */
function cut(text: string, near: number): number {
  for (const { index } of graphemes.segment(text)) if (index >= near) return index;
  return text.length;
}

/** The beginning of the next word if that comes before `first`, else the start itself. */
function wordFrom(text: string, start: number, first: number): number {
  const blank = text.slice(start, first).search(/ \S/);
  return blank === -1 ? start : start + blank + 1;
}

export interface Excerpt {
  readonly excerpt: string;
  readonly marks: Mark[];
}

/** About 120 characters around the first match, on one line; from the beginning if nothing matches. */
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
