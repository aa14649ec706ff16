import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findInRichText, mostHits, withHits } from './richFind.ts';
import { element, type RichPart, richWords } from './richTree.ts';

/** The text of each match, in the pieces that are marked. */
function markedWords(parts: readonly RichPart[], query: string, current = 0): string[] {
  const hits = findInRichText(parts, query);
  const found: string[] = [];
  const walk = (some: readonly RichPart[]) => {
    for (const part of some) {
      if (typeof part === 'string') continue;
      if (part.tag === 'mark' && part.hit !== undefined)
        found[part.hit.index] = (found[part.hit.index] ?? '') + richWords(part.children);
      walk(part.children);
    }
  };
  walk(withHits(parts, hits, current));
  return found;
}
const plain = (parts: readonly RichPart[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : plain(part.children))).join('');

describe('find', () => {
  test('accents and capitals make no difference, in what is typed and in the text', () => {
    expect(markedWords(['Café-au-lait mark, a CAFÉ, a cafe'], 'cafe')).toEqual(['Café', 'CAFÉ', 'cafe']);
    expect(markedWords(['naive'], 'NAÏVE')).toEqual(['naive']);
    expect(markedWords(['Cafe\u0301 twice'], 'café')).toEqual(['Cafe\u0301']);
    expect(markedWords(['每天散步两英里，散步后好转'], '散步')).toEqual(['散步', '散步']);
  });

  test('a line break of the text is a blank', () => {
    expect(findInRichText(['blood\n   count, blood count'], 'blood  count')).toHaveLength(2);
  });

  test('goes through the middle of bold words, and never from one block into the next', () => {
    const parts = [element('p', ['She ', element('b', ['wal']), 'ks. Sta']), element('p', ['rt again'])];
    expect(markedWords(parts, 'walks')).toEqual(['walks']);
    expect(markedWords(parts, 'start')).toEqual([]);
  });

  test('nothing is looked for where nothing, or only blanks, was typed', () => {
    for (const query of ['', '  ', '\n']) expect(findInRichText(['a b'], query)).toEqual([]);
  });

  test('one hit is the current one', () => {
    const parts = withHits(['walk and walk'], findInRichText(['walk and walk'], 'walk'), 1);
    expect(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.hit?.isCurrent]))).toEqual([false, true]);
  });

  test('a very long text has as many marks as a page bears', () => {
    expect(findInRichText(['a'.repeat(5000)], 'a')).toHaveLength(mostHits);
  });

  test('marks change no word of any text', () => {
    const leaf = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'É', ' ', '\n', '步', '😀') });
    const { part } = fc.letrec<{ part: RichPart }>((tie) => ({
      part: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc
          .tuple(fc.constantFrom('p', 'b', 'li', 'br' as const), fc.array(tie('part'), { maxLength: 3 }))
          .map(([tag, children]) => element(tag, tag === 'br' ? [] : children)),
      ),
    }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), leaf, (parts, query) => {
        const hits = findInRichText(parts, query);
        expect(plain(withHits(parts, hits, 0))).toBe(plain(parts));
        for (const [index, { start, end }] of hits.entries()) {
          expect(end).toBeGreaterThan(start);
          expect(start).toBeGreaterThanOrEqual(hits[index - 1]?.end ?? 0);
        }
      }),
    );
  });
});
