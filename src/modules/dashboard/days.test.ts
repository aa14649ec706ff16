import { describe, expect, test } from 'vitest';
import { hourIn, partOfDay } from './days.ts';

describe('the greeting', () => {
  test('follows the clock of the facility', () => {
    expect(hourIn('America/New_York', Date.parse('2026-11-20T05:00:00Z'))).toBe(0);
    expect(hourIn('Asia/Kolkata', Date.parse('2026-11-20T05:00:00Z'))).toBe(10);
    expect(Array.from({ length: 24 }, (_, hour) => partOfDay(hour)[0]).join('')).toBe('eeeemmmmmmmmaaaaaaeeeeee');
  });
});
