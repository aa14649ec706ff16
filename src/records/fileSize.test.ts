import { expect, test } from 'vitest';
import { fileSize } from './fileSize.ts';

test('sizes are in the digits of the locale', () => {
  expect([1, 310_200, 999_499, 999_500, 2_430_000, 6_000_000].map((bytes) => fileSize('en-US', bytes))).toEqual([
    '1 KB',
    '310 KB',
    '999 KB',
    '1 MB',
    '2.4 MB',
    '6 MB',
  ]);
  expect(fileSize('fr-CA', 2_430_000)).toBe('2,4 Mo');
});
