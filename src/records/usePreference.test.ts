import { expect, test } from 'vitest';
import { choiceOf } from './usePreference.ts';

const values = ['Last9Months', 'All', 'Last3Months'] as const;

test.each([
  [undefined, 'Last9Months'],
  ['Last3Months', 'Last3Months'],
  ['Last2Years', 'All'],
  ['', 'All'],
])('of the options of test results %s chooses %s: any other value means no filtering', (saved, chosen) =>
  expect(choiceOf(saved, [...values], 'All')).toBe(chosen),
);

test('an unknown value is as none where nothing else is said of it', () =>
  expect(choiceOf('Last2Years', [...values])).toBe('Last9Months'));
