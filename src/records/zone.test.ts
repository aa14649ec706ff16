import { CalendarDate, Instant } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  byMoment,
  changesBetween,
  dayMs,
  dayAt,
  daysAhead,
  hourMs,
  isoDay,
  isUpcoming,
  momentOf,
  startOfDay,
  writtenDate,
  writtenDay,
  writtenTime,
  zoneName,
  zoneOf,
} from './zone.ts';

const date = (text: string) => v.parse(CalendarDate, text);
const instant = (text: string) => v.parse(Instant, text);
const toronto = zoneOf('America/Toronto');
const names = [
  'UTC',
  'America/Toronto',
  'America/Los_Angeles',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Europe/London',
  'Asia/Beirut',
] as const;
const anyZone = fc.constantFrom(...names).map(zoneOf);
// Later than 1994, because Kiritimati left out the last day of that year.
const anyInstant = fc.integer({ min: Date.UTC(1996, 0, 1), max: Date.UTC(2037, 0, 1) });
const moment = (text: string, zone = toronto) => momentOf(text.length === 10 ? date(text) : instant(text), zone);

/** The day and time by the platform's `Intl`. */
function platform(zone: string, at: number): { day: string; time: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return {
    day: `${of('year')}-${of('month')}-${of('day')}`,
    time: Number(of('hour')) * hourMs + Number(of('minute')) * 60_000 + Number(of('second')) * 1000,
  };
}

describe('the clock of a place', () => {
  it('is the platform’s, at any instant, in any zone', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (zone, at) => {
        const second = Math.floor(at / 1000) * 1000;
        const local = second + zone.offsetAt(second);
        expect({ day: isoDay(Math.floor(local / dayMs)), time: ((local % dayMs) + dayMs) % dayMs }).toEqual(
          platform(zone.id, second),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('begins each day at its first moment, also where the clock skips midnight', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (zone, at) => {
        const today = dayAt(zone, at);
        const starts = startOfDay(zone, today);
        expect(dayAt(zone, starts)).toBe(today);
        expect(dayAt(zone, starts - 1)).toBe(today - 1);
      }),
      { numRuns: 400 },
    );
    // In Beirut the day 2026-03-29 begins at one o'clock.
    const beirut = zoneOf('Asia/Beirut');
    const starts = startOfDay(beirut, dayAt(beirut, Date.parse('2026-03-29T12:00:00Z')));
    expect(platform('Asia/Beirut', starts)).toEqual({ day: '2026-03-29', time: hourMs });
  });

  it('knows each change and nothing in between', () => {
    const changes = changesBetween(toronto, Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1));
    expect(changes).toEqual([
      { at: Date.parse('2026-03-08T07:00:00Z'), from: -5 * hourMs, to: -4 * hourMs },
      { at: Date.parse('2026-11-01T06:00:00Z'), from: -4 * hourMs, to: -5 * hourMs },
    ]);
    expect(changesBetween(zoneOf('Asia/Tokyo'), Date.UTC(2000, 0, 1), Date.UTC(2030, 0, 1))).toEqual([]);
    expect(
      changesBetween(zoneOf('Australia/Lord_Howe'), Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)).map(({ from, to }) =>
        Math.abs(to - from),
      ),
    ).toEqual([hourMs / 2, hourMs / 2]);
  });

  it('of a zone that this device does not know is UTC', () => {
    expect(moment('2026-05-05T15:30:00Z', zoneOf('Nowhere/Land'))).toMatchObject({
      day: Date.UTC(2026, 4, 5) / dayMs,
      time: 15.5 * hourMs,
    });
  });
});

describe('a day, or a moment of one', () => {
  it.each([
    ['a day is never shifted', '2026-11-20', 'Pacific/Kiritimati', '2026-11-20', null],
    ['nor a leap day', '2028-02-29', 'America/Los_Angeles', '2028-02-29', null],
    ['an instant is told where it is', '2026-11-20T02:30:00Z', 'America/Toronto', '2026-11-19', 21.5 * hourMs],
    ['on a leap day', '2028-03-01T04:59:00Z', 'America/Toronto', '2028-02-29', 23 * hourMs + 59 * 60_000],
    ['exactly 12:00:00 has no time', '2026-11-20T17:00:00Z', 'America/Toronto', '2026-11-20', null],
    ['exactly 12:00:00 in summer', '2026-07-20T16:00:00Z', 'America/Toronto', '2026-07-20', null],
    ['noon elsewhere has one', '2026-11-20T12:00:00Z', 'America/Toronto', '2026-11-20', 7 * hourMs],
    ['a second past has one', '2026-11-20T17:00:01Z', 'America/Toronto', '2026-11-20', 12 * hourMs + 1000],
    ['a thousandth past has one', '2026-11-20T17:00:00.001Z', 'America/Toronto', '2026-11-20', 12 * hourMs + 1],
    ['midnight has one, 00:00', '2026-11-20T05:00:00Z', 'America/Toronto', '2026-11-20', 0],
    ['before the clock goes forward', '2026-03-08T06:59:00Z', 'America/Toronto', '2026-03-08', hourMs + 59 * 60_000],
    ['after the clock goes forward', '2026-03-08T07:00:00Z', 'America/Toronto', '2026-03-08', 3 * hourMs],
    ['the hour that comes twice', '2026-11-01T05:30:00Z', 'America/Toronto', '2026-11-01', 1.5 * hourMs],
    ['and again', '2026-11-01T06:30:00Z', 'America/Toronto', '2026-11-01', 1.5 * hourMs],
  ])('%s', (_, text, zone, shownDay, time) => {
    const found = moment(text, zoneOf(zone));
    expect([isoDay(found.day), found.time]).toEqual([shownDay, time]);
  });

  it('is written as the reader does', () => {
    expect(writtenDay('en-US', moment('2026-12-09T19:15:00Z'))).toBe('Dec 9, 2026');
    expect(writtenTime('en-US', moment('2026-12-09T19:15:00Z'))?.replace(/\s/g, ' ')).toBe('2:15 PM');
    expect(writtenTime('en-US', moment('2026-12-09T17:00:00Z'))).toBeNull();
    expect(writtenDay('fr-CA', moment('2026-12-09'))).toBe('9 déc. 2026');
    expect(writtenDate('en-US', date('2028-02-29'))).toBe('Feb 29, 2028');
    expect(zoneName('en-US', toronto)).toBe('Eastern Time');
  });

  it('is in order by time, days alone before what has a time', () => {
    const texts = ['2026-11-21', '2026-11-20T20:00:00Z', '2026-11-20', '2026-11-20T14:00:00Z', '2026-11-20T05:00:00Z'];
    expect(texts.toSorted((one, other) => byMoment(moment(one), moment(other)))).toEqual([
      '2026-11-20',
      '2026-11-20T05:00:00Z',
      '2026-11-20T14:00:00Z',
      '2026-11-20T20:00:00Z',
      '2026-11-21',
    ]);
  });
});

describe('upcoming and past', () => {
  it.each([
    ['a time, a minute before it', '2026-11-20T14:00:00Z', 30, '2026-11-20T13:59:00Z', true],
    ['a time, while it goes on', '2026-11-20T14:00:00Z', 30, '2026-11-20T14:29:59Z', true],
    ['a time, when it is over', '2026-11-20T14:00:00Z', 30, '2026-11-20T14:30:00Z', false],
    ['a time of unknown length, within the hour', '2026-11-20T14:00:00Z', null, '2026-11-20T14:59:59Z', true],
    ['a time of unknown length, after the hour', '2026-11-20T14:00:00Z', null, '2026-11-20T15:00:00Z', false],
    ['a day, at its last moment in the place', '2026-11-20', null, '2026-11-21T04:59:59.999Z', true],
    ['a day, when the place has the next', '2026-11-20', null, '2026-11-21T05:00:00Z', false],
    ['a day, while elsewhere it is long over', '2026-11-20', null, '2026-11-21T03:00:00Z', true],
    ['12:00:00 lasts all its day', '2026-11-20T17:00:00Z', 30, '2026-11-21T04:00:00Z', true],
    ['a leap day, in its last hour', '2028-02-29', null, '2028-03-01T04:30:00Z', true],
    ['the day that has 23 hours', '2026-03-08', null, '2026-03-09T03:59:59Z', true],
    ['the day that has 23 hours, after them', '2026-03-08', null, '2026-03-09T04:00:00Z', false],
    ['the day that has 25 hours', '2026-11-01', null, '2026-11-02T04:59:59Z', true],
  ])('%s', (_, text, minutes, now, expected) => {
    expect(isUpcoming(moment(text), minutes, Date.parse(now))).toBe(expected);
  });

  it('turn once, and never back', () => {
    fc.assert(
      fc.property(
        anyZone,
        anyInstant,
        fc.boolean(),
        fc.nat({ max: 4 * dayMs }),
        fc.nat({ max: 4 * dayMs }),
        (zone, at, alone, before, after) => {
          const shown = momentOf(alone ? date(isoDay(dayAt(zone, at))) : instant(new Date(at).toISOString()), zone);
          const [first, second] = [shown.at - before, shown.at - before + after];
          if (!isUpcoming(shown, 30, first)) expect(isUpcoming(shown, 30, second)).toBe(false);
        },
      ),
    );
  });
});

describe('how many days ahead', () => {
  it.each([
    ['today', '2026-11-20', 0],
    ['today, though its time has gone', '2026-11-20T13:00:00Z', 0],
    ['tomorrow', '2026-11-21', 1],
    ['tomorrow, minutes after midnight', '2026-11-21T05:01:00Z', 1],
    ['today, minutes before midnight', '2026-11-21T04:59:00Z', 0],
    ['in seven days', '2026-11-27', 7],
    ['in eight: nothing is said', '2026-11-28', null],
    ['yesterday: nothing is said', '2026-11-19', null],
  ])('%s', (_, text, expected) => {
    expect(daysAhead(moment(text), Date.parse('2026-11-20T20:00:00Z'))).toBe(expected);
  });

  it('counts days of the calendar across a change of the clock and a leap day', () => {
    expect(daysAhead(moment('2026-03-08T14:00:00Z'), Date.parse('2026-03-07T23:00:00Z'))).toBe(1);
    expect(daysAhead(moment('2026-11-02'), Date.parse('2026-11-01T04:30:00Z'))).toBe(1);
    expect(daysAhead(moment('2028-03-01'), Date.parse('2028-02-28T15:00:00Z'))).toBe(2);
    expect(daysAhead(moment('2027-03-01'), Date.parse('2027-02-28T15:00:00Z'))).toBe(1);
  });
});
