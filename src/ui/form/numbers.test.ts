import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clampedNumber, typedNumber, typedPage } from './numbers.ts';

describe('a number field', () => {
  test('takes digits only, whatever is typed', () =>
    fc.assert(
      fc.property(fc.string(), (typed) => {
        expect(typedNumber(typed)).toMatch(/^\d{0,4}$/);
      }),
    ));
  test('stands between its bounds when it is left', () =>
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(5000), fc.integer({ min: 5000, max: 15_000 }), (number, min, max) => {
        expect(Number(clampedNumber(String(number), { min, max }))).toBe(Math.min(Math.max(number, min), max));
      }),
    ));
  test('goes to 9999 where nothing else is said', () => expect(clampedNumber('12345')).toBe('9999'));
  test('that is empty stays empty', () => expect(clampedNumber('', { min: 5 })).toBe(''));
  test('loses leading zeros', () => expect(clampedNumber('007')).toBe('7'));
});

describe('a page field', () => {
  test('takes the numbers from 1 to the last page, and nothing else', () =>
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 60 }), fc.integer({ min: 1, max: 50 }), (page, total) => {
        expect(typedPage(String(page), total)).toBe(page >= 1 && page <= total ? page : null);
      }),
    ));
  test.each(['', ' ', 'two', '1.5', '1e1', '0x2', '99999999999'])('"%s" is no page', (text) =>
    expect(typedPage(text, 20)).toBeNull(),
  );
});
