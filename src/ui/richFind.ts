import { element, isBlockPart, type RichPart } from './richTree.ts';
import { withoutAccents } from './withoutAccents.ts';

/** A match in a text, from its first character to the one after its last. */
interface TextHit {
  readonly start: number;
  readonly end: number;
}

/** Most matches that are marked; more would make a long text slow, and nobody looks through them. */
export const mostHits = 500;
/** Separates blocks, so that no match extends from one into the next. */
const apart = '\u0001';

interface Folded {
  readonly text: string;
  /** The position of each character in the original text. */
  readonly places: readonly number[];
}

/** Without case and accents, and any white space as one space. */
function folded(text: string): Folded {
  const places: number[] = [];
  let found = '';
  let at = 0;
  for (const char of text) {
    const plain = /\s/.test(char) ? (found.endsWith(' ') ? '' : ' ') : withoutAccents(char);
    for (let count = 0; count < plain.length; count += 1) places.push(at);
    found += plain;
    at += char.length;
  }
  return { text: found, places };
}

/** The text of all parts, and where each plain piece begins, in reading order. */
function wordsIn(parts: readonly RichPart[]): { readonly text: string; readonly starts: readonly number[] } {
  const starts: number[] = [];
  let text = '';
  const walk = (some: readonly RichPart[]) => {
    for (const part of some) {
      if (typeof part === 'string') {
        starts.push(text.length);
        text += part;
        continue;
      }
      const edge = isBlockPart(part) ? apart : part.tag === 'br' ? ' ' : '';
      text += edge;
      walk(part.children);
      if (edge === apart) text += edge;
    }
  };
  walk(parts);
  return { text, starts };
}

/** All matches in a text, up to `mostHits`; accents, case and line breaks are ignored. */
export function findInRichText(parts: readonly RichPart[], query: string): readonly TextHit[] {
  const wanted = folded(query).text.trim();
  if (wanted === '') return [];
  const whole = wordsIn(parts).text;
  const { text, places } = folded(whole);
  const hits: TextHit[] = [];
  for (
    let at = text.indexOf(wanted);
    at !== -1 && hits.length < mostHits;
    at = text.indexOf(wanted, at + wanted.length)
  )
    hits.push({ start: places[at] ?? 0, end: places[at + wanted.length] ?? whole.length });
  return hits;
}

/** The text with its matches as `mark` elements; number `current` is marked as the current one. */
export function withHits(parts: readonly RichPart[], hits: readonly TextHit[], current: number): readonly RichPart[] {
  if (hits.length === 0) return parts;
  const { starts } = wordsIn(parts);
  let piece = 0;
  let next = 0;
  const marked = (text: string): RichPart[] => {
    const start = starts[piece++] ?? 0;
    const end = start + text.length;
    const found: RichPart[] = [];
    let done = start;
    while ((hits[next]?.end ?? end + 1) <= start) next += 1;
    for (let index = next; index < hits.length; index += 1) {
      const hit = hits[index];
      if (!hit || hit.start >= end) break;
      const [from, to] = [Math.max(hit.start, start), Math.min(hit.end, end)];
      if (from > done) found.push(text.slice(done - start, from - start));
      const mark = element('mark', [text.slice(from - start, to - start)]);
      found.push({ ...mark, hit: { index, isCurrent: index === current } });
      done = to;
    }
    if (done < end) found.push(text.slice(done - start));
    return found;
  };
  const walk = (some: readonly RichPart[]): RichPart[] =>
    some.flatMap((part) => (typeof part === 'string' ? marked(part) : [{ ...part, children: walk(part.children) }]));
  return walk(parts);
}
