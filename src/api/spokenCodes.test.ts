import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SpokenCode, shownSpokenCode, spokenCodeLength, spokenCodeLetters } from './spokenCodes.ts';

const code = fc
  .array(fc.constantFrom(...spokenCodeLetters.split('')), { minLength: spokenCodeLength, maxLength: spokenCodeLength })
  .map((letters) => letters.join(''));

test('a code is read as it is shown, in small letters, and with spaces and hyphens anywhere', () => {
  fc.assert(
    fc.property(
      code,
      fc.array(fc.constantFrom('', ' ', '-', '–', '\u00a0'), { minLength: 9, maxLength: 9 }),
      (given, between) => {
        expect(v.parse(SpokenCode, shownSpokenCode(given))).toBe(given);
        const typed = given
          .split('')
          .map((letter, at) => `${between[at] ?? ''}${letter.toLowerCase()}`)
          .join('');
        expect(v.parse(SpokenCode, typed + (between[8] ?? ''))).toBe(given);
      },
    ),
  );
});

test('what is too short, too long or has other letters is no code', () => {
  for (const typed of ['', 'ABCD', 'ABCD-EFGHJ', 'ABCD-EFG0', 'ABCD-EFGI', 'ABCD EFG!', 'ABCDEFG'])
    expect(v.is(SpokenCode, typed), typed).toBe(false);
});

test('no letter of a code can be taken for another one', () => {
  expect(spokenCodeLetters).not.toMatch(/[01ILOU]/);
  expect(new Set(spokenCodeLetters).size).toBe(spokenCodeLetters.length);
});
