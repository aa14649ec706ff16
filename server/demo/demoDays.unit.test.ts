import { expect, test } from 'vitest';
import { demoDays } from '../../tests/server/demoDays.ts';

const at = (time: string) => demoDays(new Date(`2026-11-23T${time}Z`));

test('a demo is out of date as soon as a new day begins at one of its facilities', () => {
  // Midnight in New York and in Los Angeles.
  expect(at('04:59:59')).toBe('20261123_20261122_20261122');
  expect(at('05:00:00')).toBe('20261123_20261123_20261122');
  expect(at('08:00:00')).toBe('20261123_20261123_20261123');
  expect(at('07:59:59')).toBe(at('05:00:00'));
});
