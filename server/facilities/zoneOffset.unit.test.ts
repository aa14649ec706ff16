import { describe, expect, test } from 'vitest';
import { zoneOffset } from './facility.ts';

describe('the offset of a time zone', () => {
  test.each([
    ['America/New_York', '2026-11-20T12:00:00Z', -300],
    ['America/New_York', '2026-07-01T12:00:00Z', -240],
    ['America/Los_Angeles', '2026-11-20T12:00:00Z', -480],
    ['Asia/Kolkata', '2026-11-20T12:00:00Z', 330],
    ['Pacific/Kiritimati', '2026-11-20T12:00:00Z', 840],
    ['Etc/UTC', '2026-11-20T12:00:00Z', 0],
  ])('%s at %s is %i minutes', (zone, at, minutes) => {
    expect(zoneOffset(zone, new Date(at))).toBe(minutes);
  });
});
