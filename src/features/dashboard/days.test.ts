import { CalendarDate, Instant } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { dayIn, dayOf, daysAhead, hourIn, partOfDay, relativeDay } from './days.ts';

const day = (text: string) => v.parse(CalendarDate, text);
const instant = (text: string) => v.parse(Instant, text);
const zones = ['America/New_York', 'America/Los_Angeles', 'America/St_Johns', 'Europe/Lisbon', 'Asia/Kolkata', 'Asia/Shanghai', 'Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Kiritimati', 'Pacific/Niue', 'UTC'];
const written = (label: ReturnType<typeof relativeDay>) => (label === null ? '' : label.kind === 'inDays' ? `(in ${label.count} days)` : `(${label.kind})`);

describe('a relative label shows for items 0 to 7 days ahead: (today), (tomorrow), (in N days)', () => {
  test.each([
    ['2026-11-19', ''],
    ['2026-11-20', '(today)'],
    ['2026-11-21', '(tomorrow)'],
    ['2026-11-22', '(in 2 days)'],
    ['2026-11-27', '(in 7 days)'],
    ['2026-11-28', ''],
    ['2027-11-20', ''],
  ])('of the day %s on November 20: %s', (date, label) => {
    for (const zone of zones) {
      const midnight = firstMoment(zone, '2026-11-20');
      for (const hours of [0, 12, 23.9]) expect(written(relativeDay(day(date), zone, new Date(midnight + hours * 3_600_000)))).toBe(label);
    }
  });

  test.each([
    ['a minute before midnight it is still today', 'America/New_York', '2026-11-21T04:59:00Z', '2026-11-21T04:30:00.000Z', '(today)'],
    ['at midnight what was tomorrow is today', 'America/New_York', '2026-11-21T05:00:00Z', '2026-11-21T14:00:00.000Z', '(today)'],
    ['a minute before, it was tomorrow', 'America/New_York', '2026-11-21T04:59:59.999Z', '2026-11-21T14:00:00.000Z', '(tomorrow)'],
    ['in Los Angeles the same moments are a day earlier', 'America/Los_Angeles', '2026-11-21T05:00:00Z', '2026-11-21T14:00:00.000Z', '(tomorrow)'],
    ['over the night that is 23 hours long', 'America/New_York', '2026-03-08T04:30:00Z', '2026-03-09T03:30:00.000Z', '(tomorrow)'],
    ['24 hours later on the day that is 25 hours long', 'America/New_York', '2026-11-01T04:30:00Z', '2026-11-02T04:30:00.000Z', '(today)'],
    ['over the night that is 25 hours long', 'America/New_York', '2026-11-01T04:30:00Z', '2026-11-02T05:00:00.000Z', '(tomorrow)'],
    ['seven days over the change are seven days', 'America/New_York', '2026-10-30T16:00:00Z', '2026-11-06T15:00:00.000Z', '(in 7 days)'],
    ['to a leap day', 'America/New_York', '2028-02-28T15:00:00Z', '2028-02-29T15:00:00.000Z', '(tomorrow)'],
    ['over a leap day', 'America/New_York', '2028-02-28T15:00:00Z', '2028-03-01T15:00:00.000Z', '(in 2 days)'],
    ['over the turn of the year', 'Asia/Shanghai', '2026-12-31T15:59:00Z', '2026-12-31T16:00:00.000Z', '(tomorrow)'],
    ['what began yesterday has none', 'America/New_York', '2026-11-21T05:01:00Z', '2026-11-21T04:45:00.000Z', ''],
  ])('%s', (_, zone, now, date, label) => expect(written(relativeDay(instant(date), zone, new Date(now)))).toBe(label));

  test('the label of an instant is that of its day in the zone, in every zone and over every change of its clocks', () => {
    const moments = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, fc.integer({ min: -3 * 24 * 60, max: 10 * 24 * 60 }), (zone, now, minutes) => {
        const at = new Date(now + minutes * 60_000);
        const asInstant = instant(at.toISOString());
        const asDay = dayIn(zone, at);
        expect(relativeDay(asInstant, zone, new Date(now))).toEqual(relativeDay(asDay, zone, new Date(now)));
        const count = daysAhead(asInstant, zone, new Date(now));
        expect(Number.isInteger(count)).toBe(true);
        expect(relativeDay(asInstant, zone, new Date(now)) === null).toBe(count < 0 || count > 7);
        // No later moment of the same patient's list is nearer.
        expect(daysAhead(instant(new Date(at.getTime() + 3_600_000).toISOString()), zone, new Date(now))).toBeGreaterThanOrEqual(count);
      }),
    );
  });

  test('a day without a time is never shifted by a zone', () => {
    fc.assert(fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 4000 }), (zone, days) => {
      const date = day(new Date(Date.UTC(2024, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
      expect(dayOf(date, zone)).toBe(date);
    }));
  });
});

/** The first moment of a day somewhere, found by looking. */
function firstMoment(zone: string, date: string): number {
  for (let at = Date.parse(`${date}T00:00:00Z`) - 15 * 3_600_000; ; at += 900_000) if (dayIn(zone, new Date(at)) === date) return at;
}

describe('the greeting', () => {
  test('follows the clock of the facility', () => {
    expect(hourIn('America/New_York', new Date('2026-11-20T05:00:00Z'))).toBe(0);
    expect(hourIn('Asia/Kolkata', new Date('2026-11-20T05:00:00Z'))).toBe(10);
    expect(Array.from({ length: 24 }, (_, hour) => partOfDay(hour)[0]).join('')).toBe('eeeemmmmmmmmaaaaaaeeeeee');
  });
});
