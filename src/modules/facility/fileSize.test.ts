import { expect, test } from 'vitest';
import { kilobytes } from './fileSize.ts';

test.each([
  ['en-US', 0, '0.00'],
  ['en-US', 1525, '1.53'],
  ['en-US', 1_234_567, '1,234.57'],
  ['es-MX', 1525, '1.53'],
  ['pt-BR', 1525, '1,53'],
])('%s: %i bytes are %s KB', (locale, bytes, shown) => {
  expect(kilobytes(locale, bytes)).toBe(shown);
});
