import type { ValueSet } from '@portal/api';
import { pause } from '../../../../../data/pause.ts';
import { beyondAscii, withoutAccents } from '../../../../../ui/withoutAccents.ts';

export interface Concept {
  readonly system: string | null;
  readonly code: string;
  /** The text of the value set, which is the answer. */
  readonly display: string;
  /** The text in the reader's language. */
  readonly words: string;
  /** False where the text is not in the reader's language, although other concepts of the set have one. */
  readonly isTranslated: boolean;
}

interface LookupResult {
  /** The best matches first, at most as many as were asked for. */
  readonly concepts: readonly Concept[];
  /** How many match. */
  readonly total: number;
}

export interface LookupIndex {
  readonly size: number;
  search(typed: string, most: number): LookupResult;
  /** The concept of a chosen code; null where the set has no such code. */
  find(system: string | null, code: string): Concept | null;
}

const apart = /[^\p{L}\p{N}]+/gu;
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** The words of a text. Where a script has no spaces between them, a word may begin at each of its letters. */
function tokensOf(plain: string): string[] {
  if (!beyondAscii.test(plain)) return plain.split(/[^a-z0-9]+/);
  const words = plain.split(apart);
  return words.some((word) => withoutSpaces.test(word))
    ? words.flatMap((word) => {
        const letters = Array.from(word);
        return withoutSpaces.test(word) ? letters.map((_, at) => letters.slice(at).join('')) : [word];
      })
    : words;
}
const compact = (plain: string): string => plain.replace(apart, '');

/** The language of the value set that matches the reader's. */
const columnOf = (translations: Readonly<Record<string, readonly string[]>>, language: string) => {
  const base = (tag: string) => tag.toLowerCase().split('-')[0];
  const [, column] = Object.entries(translations).find(([tag]) => base(tag) === base(language)) ?? [];
  return column;
};

/** Milliseconds of work after which the page may do something else. */
const slice = 8;

/**
 * Makes a value set searchable by the beginnings of its words, in the reader's language and the set's own, and by its codes. Large sets are
 * processed in slices, so that the page stays usable. Rejects when `signal` is aborted.
 */
export async function indexOf(set: ValueSet, language: string, signal?: AbortSignal): Promise<LookupIndex> {
  const concepts: Concept[] = [];
  const plainWords: string[] = [];
  const plainCodes: string[] = [];
  const placesOf = new Map<string, number[]>();
  const byCode = new Map<string, number>();
  const enter = (token: string, place: number): void => {
    if (token === '') return;
    const places = placesOf.get(token);
    if (!places) placesOf.set(token, [place]);
    else if (places.at(-1) !== place) places.push(place);
  };
  let begun = performance.now();
  for (const { system, codes, displays, translations = {} } of set.parts) {
    const column = columnOf(translations, language);
    for (const [at, code] of codes.entries()) {
      const display = displays[at] ?? '';
      const translated = column?.[at] ?? '';
      const words = translated === '' ? display : translated;
      const place = concepts.length;
      concepts.push({ system, code, display, words, isTranslated: translated !== '' });
      const plain = withoutAccents(words);
      const plainCode = withoutAccents(code);
      plainWords.push(plain);
      plainCodes.push(compact(plainCode));
      byCode.set(`${system ?? ''}|${code}`, place);
      for (const token of tokensOf(plain)) enter(token, place);
      for (const token of tokensOf(plainCode)) enter(token, place);
      enter(compact(plainCode), place);
      if (translated !== '') for (const token of tokensOf(withoutAccents(display))) enter(token, place);
      if (place % 256 === 255 && performance.now() - begun > slice) {
        await pause(0);
        signal?.throwIfAborted();
        begun = performance.now();
      }
    }
  }
  const tokens = [...placesOf.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const postings = tokens.map((token) => placesOf.get(token) ?? []);

  /** The index of the first token that is not before this one. */
  function firstFrom(text: string): number {
    let [low, high] = [0, tokens.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((tokens[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** How many of the typed words each concept has, in the order of the lookup: only a concept with all of them matches. */
  const marks = new Uint8Array(concepts.length);
  function holdersOf(words: readonly string[]): number[] {
    marks.fill(0);
    let found: number[] = [];
    for (const [nth, word] of words.entries()) {
      found = [];
      for (let at = firstFrom(word); tokens[at]?.startsWith(word) === true; at += 1)
        for (const place of postings[at] ?? [])
          if (marks[place] === nth) {
            marks[place] = nth + 1;
            found.push(place);
          }
    }
    return found;
  }

  return {
    size: concepts.length,
    find(system, code) {
      const place = byCode.get(`${system ?? ''}|${code}`);
      return place === undefined ? null : (concepts[place] ?? null);
    },
    search(typed, most) {
      const plain = withoutAccents(typed).trim();
      const words = plain.split(apart).filter((word) => word !== '');
      // The most words that the marks can count; nobody types more to find one thing.
      if (words.length === 0 || words.length > 200) return { concepts: [], total: 0 };
      const typedCode = compact(plain);
      // One letter alone must match a whole word or code, because nearly everything has a word that begins with it.
      const isOneLetter = plain.length === 1 && !beyondAscii.test(plain);
      const found = isOneLetter ? (placesOf.get(plain) ?? []) : holdersOf(words);
      const rankOf = (place: number): number => {
        const code = plainCodes[place] ?? '';
        if (code === typedCode) return 0;
        if (code.startsWith(typedCode)) return 1;
        const text = plainWords[place] ?? '';
        return text === plain ? 2 : text.startsWith(plain) ? 3 : 4;
      };
      // Of equal rank, short words come first, because more of them was typed; else in the order of the set.
      const best: { readonly place: number; readonly weight: number }[] = [];
      for (const place of found) {
        const weight = rankOf(place) * 100_000 + (plainWords[place]?.length ?? 0);
        const last = best.at(-1);
        const isBefore = (other: { readonly place: number; readonly weight: number }) =>
          weight < other.weight || (weight === other.weight && place < other.place);
        if (best.length >= most && last !== undefined && !isBefore(last)) continue;
        const at = best.findIndex(isBefore);
        best.splice(at < 0 ? best.length : at, 0, { place, weight });
        if (best.length > most) best.pop();
      }
      return { concepts: best.flatMap(({ place }) => concepts[place] ?? []), total: found.length };
    },
  };
}
