import { CalendarDate } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type MadeTurn, planSeries, type SeriesState, type VisitDay } from './plan.ts';
import { daysLater, lastDueDay, leastGap, type CalendarRule } from './rule.ts';

const day = (text: string) => v.parse(CalendarDate, text);
const first = day('2026-01-31');

/** Simulates the days of a series. `isUp` says on which days a server runs, `touch` which questionnaires the patient begins. */
function live(
  base: Pick<SeriesState, 'rule' | 'opensDaysBefore' | 'missedAfterDays'>,
  days: number,
  {
    isUp = () => true,
    visitsOn = () => [],
    touches = () => false,
  }: {
    isUp?: (at: number) => boolean;
    visitsOn?: (at: number) => readonly VisitDay[];
    touches?: (made: MadeTurn, at: number) => boolean;
  } = {},
) {
  let made: MadeTurn[] = [];
  const log: { today: CalendarDate; made: number }[] = [];
  for (let at = 0; at < days; at += 1) {
    const today = daysLater(first, at);
    made = made.map((one) => ({ ...one, isBegun: one.isBegun || touches(one, at) }));
    if (!isUp(at)) continue;
    const plan = planSeries({ ...base, today, visits: visitsOn(at), made });
    const gone = new Set(plan.withdraw.map(({ id }) => id));
    const moved = new Map(plan.move.map((one) => [one.id, one.due]));
    // A questionnaire that was begun is neither moved nor removed.
    for (const one of made.filter(({ isBegun }) => isBegun)) {
      expect(gone.has(one.id)).toBe(false);
      expect(moved.has(one.id)).toBe(false);
    }
    made = [
      ...made.filter(({ id }) => !gone.has(id)).map((one) => ({ ...one, due: moved.get(one.id) ?? one.due })),
      ...plan.make.map(({ key, due }, place) => ({ id: at * 1000 + place, key, due, isBegun: false })),
    ];
    log.push({ today, made: plan.make.length });
    // Planning again changes nothing, as in a second process or one that was killed after its commit.
    const again = planSeries({ ...base, today, visits: visitsOn(at), made });
    expect([again.make, again.move, again.withdraw]).toEqual([[], [], []]);
    expect(new Set(made.map(({ key }) => key)).size).toBe(made.length);
  }
  return { made, log };
}

const weekly: CalendarRule = {
  kind: 'calendar',
  unit: 'week',
  every: 1,
  from: first,
  end: { kind: 'times', times: 6 },
};

describe('a series by the calendar', () => {
  test('has what is open and the next one, and each once', () => {
    const state = { rule: weekly, opensDaysBefore: 2, missedAfterDays: 4 };
    expect(planSeries({ ...state, today: first, visits: [], made: [] }).make).toEqual([
      { key: '0', due: '2026-01-31', opens: '2026-01-29' },
      { key: '1', due: '2026-02-07', opens: '2026-02-05' },
    ]);
    const { made } = live(state, 80);
    expect(made.map(({ key }) => key)).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  test('catches up after weeks with one, not with all that was missed', () => {
    const { made } = live(
      { rule: { ...weekly, unit: 'day', end: { kind: 'times', times: 60 } }, opensDaysBefore: 0, missedAfterDays: 30 },
      60,
      {
        isUp: (at) => at === 0 || at >= 30,
      },
    );
    // On the day on which the server came back: yesterday's, today's and tomorrow's.
    expect(made.slice(0, 6).map(({ key }) => key)).toEqual(['0', '1', '29', '30', '31', '32']);
  });

  test('makes every turn exactly once while a server runs each day, and never one after its end', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('day', 'week', 'month'),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(40),
        fc.nat(20),
        (unit, every, times, opensAhead, missedAfterDays) => {
          const rule: CalendarRule = { ...weekly, unit, every, end: { kind: 'times', times } };
          const opensDaysBefore = Math.min(opensAhead, leastGap(rule) - 1);
          const { made } = live({ rule, opensDaysBefore, missedAfterDays }, 31 * every * times + 40);
          expect(made).toHaveLength(times);
          expect(made.at(-1)?.due).toBe(lastDueDay(rule));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('is over when all of it is made', () => {
    const state = { rule: weekly, opensDaysBefore: 0, missedAfterDays: 6, visits: [], made: [] };
    expect(planSeries({ ...state, today: first }).isOver).toBe(false);
    expect(planSeries({ ...state, today: day('2026-03-07') }).isOver).toBe(true);
  });
});

describe('a series by visits', () => {
  const before = {
    rule: { kind: 'visits', days: -3, visitType: null, until: null },
    opensDaysBefore: 2,
    missedAfterDays: 3,
  } as const;
  const visits = (...days: readonly (readonly [number, number])[]) =>
    days.map(([id, inDays]) => ({ id, day: daysLater(first, inDays) }));

  test('goes with a visit that is moved, and goes when it is cancelled', () => {
    const at = (inDays: number, all: readonly VisitDay[], made: readonly MadeTurn[]) =>
      planSeries({ ...before, today: daysLater(first, inDays), visits: all, made });
    const booked = at(0, visits([7, 20]), []);
    expect(booked.make).toEqual([{ key: 'visit/7', due: '2026-02-17', opens: '2026-02-15' }]);
    const made: MadeTurn = { id: 1, key: 'visit/7', due: day('2026-02-17'), isBegun: false };
    expect(at(1, visits([7, 25]), [made]).move).toEqual([
      { id: 1, key: 'visit/7', due: '2026-02-22', opens: '2026-02-20' },
    ]);
    expect(at(1, [], [made]).withdraw).toEqual([made]);
    for (const all of [visits([7, 25]), []]) {
      const plan = at(1, all, [{ ...made, isBegun: true }]);
      expect([plan.move, plan.withdraw]).toEqual([[], []]);
    }
    // If the visit is cancelled after its questionnaire was missed, the questionnaire stays in the history.
    expect(at(60, [], [made]).withdraw).toEqual([]);
  });

  test('a visit that is booked before the next one comes first', () => {
    const plan = planSeries({
      ...before,
      today: first,
      visits: visits([7, 20], [8, 10]),
      made: [{ id: 1, key: 'visit/7', due: day('2026-02-17'), isBegun: false }],
    });
    expect(plan.make.map(({ key }) => key)).toEqual(['visit/8']);
    expect([plan.move, plan.withdraw]).toEqual([[], []]);
  });

  test('may end on the last day that there is', () => {
    const rule = { ...before.rule, days: 3, until: day('9999-12-31') };
    const plan = planSeries({ ...before, rule, today: first, visits: visits([7, 20]), made: [] });
    expect(plan).toMatchObject({ make: [{ key: 'visit/7' }], isOver: false });
    const over = (until: string, inDays: number) =>
      planSeries({
        ...before,
        rule: { ...rule, until: day(until) },
        today: daysLater(first, inDays),
        visits: [],
        made: [],
      }).isOver;
    expect([over('2026-01-31', 6), over('2026-01-31', 7)]).toEqual([false, true]);
  });

  test('two visits of a day have one, also where one is moved there', () => {
    const at = (all: readonly VisitDay[], made: readonly MadeTurn[]) =>
      planSeries({ ...before, today: first, visits: all, made });
    expect(at(visits([8, 10], [7, 10]), []).make.map(({ key }) => key)).toEqual(['visit/7']);
    const [one, other]: MadeTurn[] = [
      { id: 1, key: 'visit/7', due: day('2026-02-07'), isBegun: false },
      { id: 2, key: 'visit/8', due: day('2026-02-08'), isBegun: false },
    ];
    if (one === undefined || other === undefined) throw new Error('nothing made');
    const both = visits([7, 10], [8, 10]);
    expect(at(both, [one, other])).toMatchObject({ make: [], move: [], withdraw: [other] });
    expect(at(both, [one, { ...other, isBegun: true }])).toMatchObject({ make: [], move: [], withdraw: [one] });
    // The visit of the remaining questionnaire is cancelled; the other visit gets its own.
    expect(at(visits([8, 10]), [one])).toMatchObject({ make: [{ key: 'visit/8' }], withdraw: [one] });
  });

  test('whatever is booked, moved and cancelled: one for each day of visits, on it unless it was begun', () => {
    const change = fc.record({
      at: fc.nat(50),
      id: fc.integer({ min: 1, max: 4 }),
      day: fc.option(fc.nat(70), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 15 }), fc.array(fc.nat(50), { maxLength: 5 }), (changes, begun) => {
        const visitsOn = (at: number): readonly VisitDay[] => {
          const days = new Map<number, number | null>();
          for (const one of changes.toSorted((a, b) => a.at - b.at)) if (one.at <= at) days.set(one.id, one.day);
          return [...days].flatMap(([id, inDays]) => (inDays === null ? [] : visits([id, inDays])));
        };
        const { made } = live(before, 51, { visitsOn, touches: (_, at) => begun.includes(at) });
        const now = new Map(visitsOn(50).map(({ id, day: on }) => [`visit/${String(id)}`, daysLater(on, -3)]));
        const open = made.filter(({ isBegun, due }) => !isBegun && daysLater(due, 3) >= daysLater(first, 50));
        expect(new Set(open.map(({ due }) => due)).size).toBe(open.length);
        // A missed one stays; each one that can still be answered belongs to an existing visit.
        for (const one of open) expect(one.due).toBe(now.get(one.key));
        // The next visit has its questionnaire, or somebody has begun it.
        const next = [...now]
          .filter(([, due]) => due >= daysLater(first, 50))
          .map(([, due]) => due)
          .toSorted()[0];
        if (next !== undefined)
          expect(made.some(({ key, due, isBegun }) => due === next || (isBegun && now.get(key) === next))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
