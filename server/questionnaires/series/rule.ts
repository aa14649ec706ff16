import { CalendarDate, monthsLaterAt } from '@portal/api';
import * as v from 'valibot';

const Count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000));

/** Every `every` days, weeks or months from a day on, until a day or for a number of times. */
const CalendarRule = v.object({
  kind: v.literal('calendar'),
  unit: v.picklist(['day', 'week', 'month']),
  every: Count,
  from: CalendarDate,
  end: v.variant('kind', [
    v.object({ kind: v.literal('until'), day: CalendarDate }),
    v.object({ kind: v.literal('times'), times: Count }),
  ]),
});
export type CalendarRule = v.InferOutput<typeof CalendarRule>;

/** A number of days after each visit (negative: before), for all visits or for those of one type. */
const VisitsRule = v.object({
  kind: v.literal('visits'),
  days: v.pipe(v.number(), v.integer(), v.minValue(-365), v.maxValue(365)),
  visitType: v.nullable(v.string()),
  /** Visits after this day get none; null: without end. */
  until: v.nullable(CalendarDate),
});

export const SeriesRule = v.variant('kind', [CalendarRule, VisitsRule]);
export type SeriesRule = v.InferOutput<typeof SeriesRule>;

const dayMs = 86_400_000;
const atOf = (day: CalendarDate): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (at: number): CalendarDate => v.parse(CalendarDate, new Date(at).toISOString().slice(0, 10));

/** The day that is so many days later (negative: earlier). Dates have no hours, so summer time does not matter. */
export const daysLater = (day: CalendarDate, days: number): CalendarDate => dayAt(atOf(day) + days * dayMs);

/** The same day of the month so many months later; the last day of that month if it has no such day. */
export const monthsLater = (day: CalendarDate, months: number): CalendarDate => dayAt(monthsLaterAt(day, months));

/** The due date of a turn, counted from 0. Each is computed from the first day, so that the 31st comes back after February. */
export function dueDayOf({ unit, every, from }: CalendarRule, turn: number): CalendarDate {
  switch (unit) {
    case 'day':
      return daysLater(from, turn * every);
    case 'week':
      return daysLater(from, turn * every * 7);
    case 'month':
      return monthsLater(from, turn * every);
  }
}

/** The smallest number of days between two due dates. */
export const leastGap = ({ unit, every }: Pick<CalendarRule, 'unit' | 'every'>): number =>
  every * { day: 1, week: 7, month: 28 }[unit];
const mostGap = ({ unit, every }: CalendarRule): number => every * { day: 1, week: 7, month: 31 }[unit];

/** The last turn that is due on or before a day; -1 if there is none. */
function turnUntil(rule: CalendarRule, day: CalendarDate): number {
  let turn = Math.max(-1, Math.floor((atOf(day) - atOf(rule.from)) / dayMs / mostGap(rule)) - 1);
  while (dueDayOf(rule, turn + 1) <= day) turn += 1;
  return turn;
}

/** The number of turns. */
export const turnsOf = (rule: CalendarRule): number =>
  rule.end.kind === 'times' ? rule.end.times : turnUntil(rule, rule.end.day) + 1;

/** The due date of the last turn; the first day if the rule has no turn. */
export const lastDueDay = (rule: CalendarRule): CalendarDate => dueDayOf(rule, Math.max(0, turnsOf(rule) - 1));

/** The turns that are due on a day or later, in order. */
export function* turnsFrom(
  rule: CalendarRule,
  day: CalendarDate,
): Generator<{ readonly turn: number; readonly due: CalendarDate }> {
  const turns = turnsOf(rule);
  for (let turn = turnUntil(rule, daysLater(day, -1)) + 1; turn < turns; turn += 1)
    yield { turn, due: dueDayOf(rule, turn) };
}
