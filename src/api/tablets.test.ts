import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { TabletCode, shownTabletCode, tabletCodeLength, tabletCodeLetters } from './tablets.ts';

const code = fc
  .array(fc.constantFrom(...tabletCodeLetters.split('')), { minLength: tabletCodeLength, maxLength: tabletCodeLength })
  .map((letters) => letters.join(''));

test('a code is read as it is shown, in small letters, and with spaces and hyphens anywhere', () => {
  fc.assert(
    fc.property(
      code,
      fc.array(fc.constantFrom('', ' ', '-', '–', '\u00a0'), { minLength: 9, maxLength: 9 }),
      (given, between) => {
        expect(v.parse(TabletCode, shownTabletCode(given))).toBe(given);
        const typed = given
          .split('')
          .map((letter, at) => `${between[at] ?? ''}${letter.toLowerCase()}`)
          .join('');
        expect(v.parse(TabletCode, typed + (between[8] ?? ''))).toBe(given);
      },
    ),
  );
});

test('what is too short, too long or has other letters is no code', () => {
  for (const typed of ['', 'ABCD', 'ABCD-EFGHJ', 'ABCD-EFG0', 'ABCD-EFGI', 'ABCD EFG!', 'ABCDEFG'])
    expect(v.is(TabletCode, typed), typed).toBe(false);
});

test('no letter of a code can be taken for another one', () => {
  expect(tabletCodeLetters).not.toMatch(/[01ILOU]/);
  expect(new Set(tabletCodeLetters).size).toBe(tabletCodeLetters.length);
});
