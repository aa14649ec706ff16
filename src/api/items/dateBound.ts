import type { DateBound } from '../questionnaireItems.ts';
import type { CalendarDate } from '../values.ts';
import { isCalendarDate } from '../values.ts';
import type { Fault, FaultContext } from './itemType.ts';

const isDay = (text: string): text is CalendarDate => isCalendarDate(text);

/** The day of a bound; null when it counts from today and today is not known, or when it is outside the calendar. */
export function dayOfBound(bound: DateBound, { today }: FaultContext): CalendarDate | null {
  if (typeof bound === 'string') return bound;
  if (today === undefined) return null;
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const { fromToday, unit } = bound;
  // Adding months never moves the last day of a month into the next month, as in FHIRPath.
  const months = unit === 'months' ? fromToday : unit === 'years' ? fromToday * 12 : 0;
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const moment = Date.UTC(year, month - 1 + months, Math.min(day, lastDay) + (unit === 'days' ? fromToday : 0));
  if (Number.isNaN(moment)) return null;
  const text = new Date(moment).toISOString().slice(0, 10);
  return isDay(text) ? text : null;
}

/** What is wrong with a day between two bounds, both inclusive. */
export function boundFault(
  day: string,
  { earliest, latest }: { readonly earliest?: DateBound | undefined; readonly latest?: DateBound | undefined },
  context: FaultContext,
): Fault | null {
  const from = earliest === undefined ? null : dayOfBound(earliest, context);
  const to = latest === undefined ? null : dayOfBound(latest, context);
  if (from !== null && day < from) return { kind: 'tooEarly', earliest: from };
  if (to !== null && day > to) return { kind: 'tooLate', latest: to };
  return null;
}
