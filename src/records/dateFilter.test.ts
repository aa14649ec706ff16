import { expect, test } from 'vitest';
import { firstDayOf } from './dateFilter.ts';

test.each([
  ['2026-11-23', 'Last9Months', '2026-02-23'],
  ['2026-05-31', 'Last3Months', '2026-02-28'],
  ['2024-05-31', 'Last3Months', '2024-02-29'],
  ['2026-01-15', 'Last6Months', '2025-07-15'],
  ['2026-01-15', 'All', null],
] as const)('on %s %s begins with %s', (today, filter, first) => expect(firstDayOf(filter, today)).toBe(first));
