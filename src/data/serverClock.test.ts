import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentTime, noteServerTime } from './serverClock.ts';

afterEach(() => vi.useRealTimers());

describe('the time of the moment', () => {
  it('is the server’s where the device is far off, and the device’s where it is not', () => {
    vi.useFakeTimers();
    const hour = 3_600_000;
    fc.assert(
      fc.property(fc.integer({ min: -40 * 24, max: 40 * 24 }), fc.integer({ min: 0, max: 5_000 }), (hours, late) => {
        const there = Date.UTC(2026, 10, 23, 12);
        vi.setSystemTime(there + hours * hour + late);
        noteServerTime(new Date(there).toUTCString());
        expect(Math.abs(currentTime() - there)).toBeLessThanOrEqual(hours === 0 ? late : 1_000);
        vi.advanceTimersByTime(hour);
        expect(Math.abs(currentTime() - there - hour)).toBeLessThanOrEqual(hours === 0 ? late : 1_000);
      }),
    );
  });

  it('is left alone by an answer without a date, and right again when the device’s clock is', () => {
    vi.useFakeTimers();
    vi.setSystemTime(Date.UTC(2026, 10, 24));
    noteServerTime(new Date(Date.UTC(2026, 10, 23)).toUTCString());
    noteServerTime(null);
    noteServerTime('yesterday');
    expect(new Date(currentTime()).toISOString()).toBe('2026-11-23T00:00:00.000Z');
    vi.setSystemTime(Date.UTC(2026, 10, 23));
    noteServerTime(new Date(Date.UTC(2026, 10, 23)).toUTCString());
    expect(currentTime()).toBe(Date.now());
  });
});
