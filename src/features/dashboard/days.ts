import { CalendarDate, type DayOrInstant } from '@portal/api';
import * as v from 'valibot';

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { calendar: 'gregory', numberingSystem: 'latn', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23', timeZone });
    formats.set(timeZone, format);
  }
  return format;
}

function partsIn(timeZone: string, at: Date): (type: Intl.DateTimeFormatPartTypes) => string {
  const parts = dayFormat(timeZone).formatToParts(at);
  return (type) => parts.find((part) => part.type === type)?.value ?? '';
}

/** The calendar day that it is somewhere; the device's own zone plays no part. */
export function dayIn(timeZone: string, at: Date): CalendarDate {
  const of = partsIn(timeZone, at);
  return v.parse(CalendarDate, `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`);
}

/** The hour of the day, 0 to 23, that it is somewhere. */
export const hourIn = (timeZone: string, at: Date): number => Number(partsIn(timeZone, at)('hour'));

const isDay = (date: DayOrInstant): date is CalendarDate => v.is(CalendarDate, date);

/** The calendar day of a date: a day is itself wherever one is, an instant has the day of the zone. */
export const dayOf = (date: DayOrInstant, timeZone: string): CalendarDate => (isDay(date) ? date : dayIn(timeZone, new Date(date)));

/** Whole calendar days from today to a date, as the zone counts them: the length of a day (23 to 25 hours) plays no part. */
export const daysAhead = (date: DayOrInstant, timeZone: string, now: Date): number =>
  (Date.parse(`${dayOf(date, timeZone)}T00:00:00Z`) - Date.parse(`${dayIn(timeZone, now)}T00:00:00Z`)) / dayMs;

/** The relative label of a date, for 0 to 7 days ahead (specification 2, sections 2 and 9); null for any other. */
export type RelativeDay = { readonly kind: 'today' } | { readonly kind: 'tomorrow' } | { readonly kind: 'inDays'; readonly count: number };

/** Which relative label a date has. */
export function relativeDay(date: DayOrInstant, timeZone: string, now: Date): RelativeDay | null {
  const count = daysAhead(date, timeZone, now);
  if (count < 0 || count > 7) return null;
  if (count === 0) return { kind: 'today' };
  return count === 1 ? { kind: 'tomorrow' } : { kind: 'inDays', count };
}

/** How one is greeted at an hour of the day. */
export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 4 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}
