import { expect, test } from 'vitest';
import { ageOf } from './age.ts';

const hour = 3_600_000;
test.each([
  [0, null],
  [-hour, null],
  [59_000, null],
  [61_000, { unit: 'minutes', count: 1 }],
  [hour - 1, { unit: 'minutes', count: 59 }],
  [hour, { unit: 'hours', count: 1 }],
  [24 * hour - 1, { unit: 'hours', count: 23 }],
  [13.5 * 24 * hour, { unit: 'days', count: 13 }],
])('a copy of %d ms ago', (age, expected) => {
  expect(ageOf(1_800_000_000_000 - age, 1_800_000_000_000)).toEqual(expected);
});
