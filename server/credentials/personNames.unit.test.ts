import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldName } from './personNames.ts';

describe('names compare', () => {
  test.each([
    ['Solano Peña', ' solano  PENA '],
    ["O'Brien", 'o’brien'],
    ['Lin-Hartley', 'LIN\u2011HARTLEY'],
    ['Łukasz Sørensen', 'lukasz sorensen'],
    ['Groß', 'GROSS'],
    ['Nguyễn', 'Nguye\u0302\u0303n'],
    ['İpek', 'ipek'],
    ['Παπαδόπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ'],
    ['王小明', '王小明 '],
  ])('%s is %s', (known, typed) => {
    expect(foldName(typed)).toBe(foldName(known));
  });

  test.each([
    ['Peña', 'Penn'],
    ['Li', 'Lin'],
    ['Ann Lee', 'Annlee'],
    ['', '王'],
  ])('%s is not %s', (known, typed) => {
    expect(foldName(typed)).not.toBe(foldName(known));
  });

  test('folding twice changes nothing, and capitals never matter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(foldName(foldName(name))).toBe(foldName(name));
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zà-ÿ' -]{1,20}$/), (name) => foldName(name.toUpperCase()) === foldName(name)),
    );
  });
});
