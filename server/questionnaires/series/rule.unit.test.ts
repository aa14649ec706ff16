import { CalendarDate } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  type CalendarRule,
  daysLater,
  dueDayOf,
  lastDueDay,
  leastGap,
  monthsLater,
  turnsFrom,
  turnsOf,
} from './rule.ts';

const day = (text: string) => v.parse(CalendarDate, text);
const anyDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((at) => day(at.toISOString().slice(0, 10)));
const anyRule: fc.Arbitrary<CalendarRule> = fc.record({
  kind: fc.constant('calendar' as const),
  unit: fc.constantFrom('day', 'week', 'month'),
  every: fc.integer({ min: 1, max: 12 }),
  from: anyDay,
  end: fc.oneof(
    fc.record({ kind: fc.constant('times' as const), times: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ kind: fc.constant('until' as const), day: anyDay }),
  ),
});
/** Days between two dates, counted one by one. */
function daysBetween(from: CalendarDate, to: CalendarDate): number {
  let count = 0;
  for (let at = from; at < to; at = daysLater(at, 1)) count += 1;
  return count;
}

describe('the days of a series', () => {
  test('the 31st is the last day of short months and the 31st again after them', () => {
    const rule: CalendarRule = {
      kind: 'calendar',
      unit: 'month',
      every: 1,
      from: day('2027-12-31'),
      end: { kind: 'times', times: 5 },
    };
    expect([...turnsFrom(rule, rule.from)].map(({ due }) => due)).toEqual([
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
    ]);
    expect(lastDueDay(rule)).toBe('2028-04-30');
  });

  test('a day has no hours, so that no change of clocks moves it', () => {
    // The clocks of most time zones change in these weeks.
    expect(daysLater(day('2026-03-07'), 2)).toBe('2026-03-09');
    expect(daysLater(day('2026-10-24'), 14)).toBe('2026-11-07');
    expect(monthsLater(day('2026-01-30'), 1)).toBe('2026-02-28');
    expect(monthsLater(day('2026-12-15'), 1)).toBe('2027-01-15');
  });

  test('come in order, no closer than the least gap, on the weekday or the day of the month of the first', () => {
    fc.assert(
      fc.property(anyRule, fc.integer({ min: 0, max: 40 }), (rule, turn) => {
        const [one, next] = [dueDayOf(rule, turn), dueDayOf(rule, turn + 1)];
        expect(daysBetween(one, next)).toBeGreaterThanOrEqual(leastGap(rule));
        if (rule.unit === 'week') expect(new Date(one).getUTCDay()).toBe(new Date(rule.from).getUTCDay());
        if (rule.unit === 'month') {
          const [first, due] = [Number(rule.from.slice(8)), Number(one.slice(8))];
          // Either that day, or the last day of a month that has no such day.
          expect(due === first || (due < first && daysLater(one, 1).endsWith('-01'))).toBe(true);
        }
      }),
    );
  });

  test('looked for from any day on are those of the whole series that are not before it', () => {
    fc.assert(
      fc.property(anyRule, anyDay, (rule, from) => {
        const all = Array.from({ length: turnsOf(rule) }, (_, turn) => ({ turn, due: dueDayOf(rule, turn) }));
        if (rule.end.kind === 'until') {
          const { day: end } = rule.end;
          expect(all.every(({ due }) => due <= end)).toBe(true);
          expect(dueDayOf(rule, all.length) > end).toBe(true);
        }
        expect([...turnsFrom(rule, from)]).toEqual(all.filter(({ due }) => due >= from));
      }),
      { numRuns: 60 },
    );
  });
});
