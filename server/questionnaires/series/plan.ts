import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { daysLater, type SeriesRule, turnsFrom } from './rule.ts';

/** One questionnaire of a series. */
interface Turn {
  /** Identifies it within its series: a number, or the visit that it belongs to. */
  readonly key: string;
  readonly due: CalendarDate;
  readonly opens: CalendarDate;
}

export const MadeTurn = v.object({
  id: v.number(),
  key: v.string(),
  due: CalendarDate,
  /** Somebody has opened or answered it, or it is closed, so it is not changed. */
  isBegun: v.boolean(),
});
export type MadeTurn = Readonly<v.InferOutput<typeof MadeTurn>>;

/** A booked visit that counts for the series. */
export const VisitDay = v.object({ id: v.number(), day: CalendarDate });
export type VisitDay = Readonly<v.InferOutput<typeof VisitDay>>;

export interface SeriesState {
  readonly rule: SeriesRule;
  readonly opensDaysBefore: number;
  readonly missedAfterDays: number;
  /** Today's date at the patient's home facility. */
  readonly today: CalendarDate;
  readonly visits: readonly VisitDay[];
  readonly made: readonly MadeTurn[];
}

interface SeriesPlan {
  readonly make: readonly Turn[];
  readonly move: readonly (Turn & { readonly id: number })[];
  readonly withdraw: readonly MadeTurn[];
  /** No questionnaire of it will ever be made again. */
  readonly isOver: boolean;
}

const keyOfVisit = (id: number): string => `visit/${String(id)}`;

/** The visits that get a questionnaire: one for each day, preferably one that has its questionnaire already. */
function visitsThatCount({ rule, visits, made }: SeriesState): readonly VisitDay[] {
  if (rule.kind === 'calendar') return [];
  const byKey = new Map(made.map((one) => [one.key, one]));
  const rank = ({ id }: VisitDay): number => {
    const one = byKey.get(keyOfVisit(id));
    return one === undefined ? 2 : one.isBegun ? 0 : 1;
  };
  const ofDay = new Map<CalendarDate, VisitDay>();
  for (const visit of visits.toSorted((one, other) => rank(one) - rank(other) || one.id - other.id))
    if ((rule.until === null || visit.day <= rule.until) && !ofDay.has(visit.day)) ofDay.set(visit.day, visit);
  return [...ofDay.values()];
}

/** All turns whose window has not ended, by due date; endless if the rule has no end. */
function* turnsOf(state: SeriesState): Generator<Turn> {
  const { rule, opensDaysBefore, missedAfterDays, today } = state;
  const first = daysLater(today, -missedAfterDays);
  const turn = (key: string, due: CalendarDate): Turn => ({ key, due, opens: daysLater(due, -opensDaysBefore) });
  switch (rule.kind) {
    case 'calendar':
      for (const { turn: number, due } of turnsFrom(rule, first)) yield turn(String(number), due);
      return;
    case 'visits': {
      const turns = visitsThatCount(state).map(({ id, day }) => turn(keyOfVisit(id), daysLater(day, rule.days)));
      yield* turns
        .filter(({ due }) => due >= first)
        .toSorted((one, other) => (one.due < other.due ? -1 : one.due > other.due ? 1 : 0));
    }
  }
}

/**
 * The open turns and the next one, so that the list shows when it comes. Of the turns past their due date only the last counts, so that a
 * server that was off for a month does not ask thirty times for the same week.
 */
function wantedOf(state: SeriesState): { readonly turns: readonly Turn[]; readonly isLast: boolean } {
  const turns: Turn[] = [];
  let late: Turn | null = null;
  for (const turn of turnsOf(state)) {
    if (turn.due < state.today) {
      late = turn;
      continue;
    }
    turns.push(turn);
    if (turn.opens > state.today) return { turns: late === null ? turns : [late, ...turns], isLast: false };
  }
  return { turns: late === null ? turns : [late, ...turns], isLast: true };
}

/** What to make, move and withdraw. A questionnaire that somebody has begun is not changed. */
export function planSeries(state: SeriesState): SeriesPlan {
  const { rule, opensDaysBefore, missedAfterDays, today, made } = state;
  const there = new Set(made.map(({ key }) => key));
  const { turns, isLast } = wantedOf(state);
  const make = turns.filter(({ key }) => !there.has(key));
  if (rule.kind === 'calendar') return { make, move: [], withdraw: [], isOver: isLast };
  const dayOf = new Map(visitsThatCount(state).map(({ id, day }) => [keyOfVisit(id), daysLater(day, rule.days)]));
  const open = made.filter(({ isBegun }) => !isBegun);
  return {
    make,
    move: open.flatMap(({ id, key, due: before }) => {
      const due = dayOf.get(key);
      return due === undefined || due === before ? [] : [{ id, key, due, opens: daysLater(due, -opensDaysBefore) }];
    }),
    // A missed one stays, because it documents that it was missed. One that could still be answered is withdrawn with its visit.
    withdraw: open.filter(({ key, due }) => !dayOf.has(key) && daysLater(due, missedAfterDays) >= today),
    // Counted back from today, because a series that is to go on for ever may end on 9999-12-31.
    isOver: rule.until !== null && rule.until < daysLater(today, -(Math.max(0, rule.days) + missedAfterDays)),
  };
}
