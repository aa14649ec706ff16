import { expect, test } from 'vitest';
import { statusOf } from './view.ts';

test.each([
  [['final', 'corrected'], 'corrected'],
  [['corrected', 'final'], 'corrected'],
  [['final', 'amended', 'corrected'], 'corrected'],
  [['final', 'appended'], 'appended'],
  [['corrected', 'preliminary'], 'preliminary'],
  [['final', 'partial'], 'partial'],
  [['cancelled', 'final'], 'final'],
  [['cancelled', 'corrected'], 'corrected'],
  [['cancelled', 'cancelled'], 'cancelled'],
  [['cancelled', null], null],
  [[], null],
])('of the statuses %j a reader is told %s', (statuses, said) =>
  expect(statusOf(statuses.map((status) => ({ status })))).toBe(said),
);
