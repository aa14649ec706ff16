import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { onProcessor } from '../../tests/support/processorTime.ts';
import { excerptOf, marksIn } from './excerpt.ts';

const marked = (text: string, wanted: string) => marksIn(text, wanted).map(([from, to]) => text.slice(from, to));

describe('what was looked for', () => {
  test.each([
    ['Iron and IRON', 'iron', ['Iron', 'IRON']],
    ['environment', 'iron', ['iron']],
    ['Crème brûlée, cre\u0300me', 'creme', ['Crème', 'cre\u0300me']],
    ['the ﬁrst oﬃce', 'fi', ['ﬁ', 'ﬃ']],
    ['İstanbul ISTANBUL', 'istanbul', ['İstanbul', 'ISTANBUL']],
    ['我的血常规结果', '血常规', ['血常规']],
    ['fine 👩‍👩‍👧 today', '👩‍👧', ['👩‍👧']],
    ['nothing here', 'else', []],
    ['aaa', 'aa', ['aa']],
    ['x', '\u0301', []],
  ])('in "%s" for "%s" is marked whole', (text, wanted, expected) => {
    expect(marked(text, wanted)).toEqual(expected);
  });

  test('is shown with about 120 characters around it, in one line', () => {
    const { excerpt, marks } = excerptOf(`${'before '.repeat(30)}\n\nthe iron tablets${' after'.repeat(30)}`, 'IRON');
    expect(excerpt).toMatch(/^… .*the iron tablets after.* …$/);
    expect(excerpt.length).toBeLessThan(140);
    expect(marks.map(([from, to]) => excerpt.slice(from, to))).toEqual(['iron']);
    expect(excerptOf('Short', 'else')).toEqual({ excerpt: 'Short', marks: [] });
  });
});

test('a long text full of what was looked for takes no long time', () => {
  const { result, ms } = onProcessor(() => marksIn('ab'.repeat(10_000), 'a'));
  expect(result).toHaveLength(10_000);
  expect(ms).toBeLessThan(1000);
});

/** What people write: accents, ligatures, Chinese, emoji of several characters, line ends. */
const piece = fc.constantFrom(
  'a',
  'É',
  'e\u0301',
  'ñ',
  'ç',
  'ﬁ',
  'ﬃ',
  'ß',
  'İ',
  'Σ',
  '血',
  '常',
  '½',
  '①',
  '👩‍👩‍👧',
  '🇧🇷',
  '👍🏽',
  ' ',
  '\n',
  '\u0301',
  '가',
  'ק\u05bc',
);
const text = fc.array(piece, { maxLength: 200 }).map((pieces) => pieces.join(''));

test('whatever stands around it, what is in a text is found there, and every mark holds it and cuts no character', () => {
  fc.assert(
    fc.property(
      text,
      fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('')),
      text,
      (before, middle, after) => {
        const wanted = middle.trim();
        const whole = `${before}${middle}${after}`;
        const { excerpt, marks } = excerptOf(whole, wanted);
        expect(excerpt.isWellFormed()).toBe(true);
        expect(excerpt).not.toMatch(/\n/);
        if (wanted.replace(/\u0301/g, '') === '') return;
        const oneLine = wanted.replace(/\s/g, ' ');
        expect(marks.length).toBeGreaterThan(0);
        let end = 0;
        for (const [from, to] of marks) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeLessThanOrEqual(excerpt.length);
          const held = excerpt.slice(from, to);
          expect(held.isWellFormed()).toBe(true);
          expect(marksIn(held, oneLine)).toEqual([[0, held.length]]);
          end = to;
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('an excerpt begins with a word, where there is one before the place', () => {
  const { excerpt, marks } = excerptOf('Thank you. Should Juniper keep taking the iron tablets until then?', 'iron');
  expect(excerpt).toBe('… you. Should Juniper keep taking the iron tablets until then?');
  expect(marks.map(([from, to]) => excerpt.slice(from, to))).toEqual(['iron']);
});
