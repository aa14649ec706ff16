import { Instant } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { arrivalStep } from './arrivalStep.ts';

const instant = (text: string) => v.parse(Instant, text);
const hours = {
  opensAt: instant('2026-11-28T13:30:00Z'),
  closesAt: instant('2026-11-28T15:30:00Z'),
  arrivedAt: null,
};

test.each([
  ['2026-11-28T01:29:59Z', 'notYet'],
  ['2026-11-28T01:30:00Z', 'early'],
  ['2026-11-28T13:29:59Z', 'early'],
  ['2026-11-28T13:30:00Z', 'open'],
  ['2026-11-28T15:29:59Z', 'open'],
  ['2026-11-28T15:30:00Z', 'late'],
] as const)('at %s it is %s', (now, step) => {
  expect(arrivalStep(hours, Date.parse(now))).toBe(step);
});

test('who has arrived stays so when the hours are over', () => {
  const arrived = { ...hours, arrivedAt: instant('2026-11-28T14:00:00Z') };
  for (const now of ['2026-11-28T14:00:01Z', '2026-11-28T20:00:00Z'])
    expect(arrivalStep(arrived, Date.parse(now))).toBe('arrived');
});
