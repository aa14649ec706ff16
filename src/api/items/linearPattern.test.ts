import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearPattern } from './linearPattern.ts';

const matches = (pattern: string, text: string) => linearPattern(pattern)?.matchesAll(text);

const { part } = fc.letrec<{ part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\d',
      '\\s',
      '\\p{L}',
      'é',
      '\\-',
      '\\.',
      '[\\]a-c]',
      '\\b',
      '^',
      '$',
    ),
    fc
      .tuple(tie('part'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '{0,2}?'))
      .map(([one, sign]) => `(?:${one})${sign}`),
    fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((all) => `(${all.join('')})`),
    fc.array(tie('part'), { minLength: 2, maxLength: 3 }).map((all) => `(?:${all.join('|')})`),
  ),
}));
const typed = fc
  .array(fc.constantFrom('a', 'b', 'c', '1', ' ', '-', '.', 'é', '\n', ']', '😀'), { maxLength: 8 })
  .map((all) => all.join(''));

describe('a pattern', () => {
  it('says of every text what the language says, and where the first match is', () => {
    let found = 0;
    fc.assert(
      fc.property(part, typed, (pattern, text) => {
        const own = linearPattern(pattern);
        if (own === null) return;
        const flags = pattern.includes('\\-') ? '' : 'u';
        const whole = new RegExp(`^(?:${pattern})$`, flags).test(text);
        if (whole) found += 1;
        // Without the `u` flag a character outside the Basic Multilingual Plane counts as two.
        if (flags === '' && text.includes('😀')) return;
        expect([pattern, text, own.matchesAll(text)]).toEqual([pattern, text, whole]);
        const first = new RegExp(pattern, flags).exec(text);
        const where = own.find(text, 0);
        expect([pattern, text, where?.from]).toEqual([pattern, text, first?.index]);
      }),
      { numRuns: 1_000 },
    );
    expect(found).toBeGreaterThan(30);
  }, 20_000);

  it('takes the work of its length for any text, however it is written', () => {
    for (const [pattern, text] of [
      ['(a|a){9}(a|a){9}(a|a){9}(a|a){9}b', `${'a'.repeat(36)}c`],
      ['(a?){24}a{24}', 'a'.repeat(23)],
      ['(a+)+b', 'a'.repeat(5_000)],
      ['(.*)*.*.*.*b', 'a'.repeat(5_000)],
      ['(x{1,50}){10}', 'x'.repeat(600)],
    ] as const) {
      let steps = 0;
      const own = linearPattern(pattern);
      expect(own?.matchesAll(text, (more) => (steps += more))).toBe(false);
      expect(steps, pattern).toBeLessThanOrEqual(1_001 * (text.length + 1));
    }
    expect(matches('(a?){24}a{24}', 'a'.repeat(24))).toBe(true);
  });

  it('that is none, looks around, refers back or is too large is not run', () => {
    for (const pattern of [
      '(',
      '(?=a)a',
      '(?<!a)a',
      '(a)\\1',
      '(?<n>a)\\k<n>',
      'a{5000}',
      '((a{50}){50}){50}',
      '(a{0,999}){999}',
    ])
      expect([pattern, linearPattern(pattern)]).toEqual([pattern, null]);
  });
});
