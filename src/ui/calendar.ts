import { CalendarDate, monthsLaterAt, readAs } from '@portal/api';
import * as v from 'valibot';
import { splitDate } from './dates.ts';

const dayMs = 86_400_000;
const utc = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`);

/** The date of a `YYYY-MM-DD` text, or null where no such day exists. */
export const calendarDate = (text: string): CalendarDate | null => readAs(CalendarDate, text);

const fromUtc = (ms: number): CalendarDate | null => calendarDate(new Date(ms).toISOString().slice(0, 10));

/** The day of the device's own clock. */
export function todayHere(): CalendarDate {
  const now = new Date();
  const pad = (part: number) => String(part).padStart(2, '0');
  return v.parse(CalendarDate, `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`);
}

/** A date this many days later; unchanged at the ends of the calendar (years 1000 to 9999). */
export const addDays = (date: CalendarDate, days: number): CalendarDate => fromUtc(utc(date) + days * dayMs) ?? date;

/** The same day this many months later, or the last day of that month. */
export const addMonths = (date: CalendarDate, months: number): CalendarDate =>
  fromUtc(monthsLaterAt(date, months)) ?? date;

/** 0 for Sunday to 6 for Saturday. */
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The day on which a week begins, by the custom of the locale's region. */
export function firstWeekday(locale: string): Weekday {
  // Listed for the locales that we ship, because not every engine tells.
  return /^(en-GB|zh)/.test(locale) ? 1 : 0;
}

const weekdayOf = (date: CalendarDate): number => new Date(utc(date)).getUTCDay();
const startOfWeek = (date: CalendarDate, first: Weekday): CalendarDate =>
  addDays(date, -((weekdayOf(date) - first + 7) % 7));

/** The weeks of the month that a date is in, each of seven days; days of other months are null. */
export function monthWeeks(date: CalendarDate, first: Weekday): readonly (readonly (CalendarDate | null)[])[] {
  const month = date.slice(0, 7);
  const weeks: (CalendarDate | null)[][] = [];
  let start = startOfWeek(calendarDate(`${month}-01`) ?? date, first);
  for (;;) {
    const days = Array.from({ length: 7 }, (_, index) => addDays(start, index));
    if (weeks.length > 0 && days[0]?.slice(0, 7) !== month) return weeks;
    weeks.push(days.map((day) => (day.slice(0, 7) === month ? day : null)));
    const next = addDays(start, 7);
    if (next === start) return weeks;
    start = next;
  }
}

/** The date to which a key leads in the grid of days (ARIA Authoring Practices, date picker dialog), or null when the key is not for it. */
export function moveByKey(date: CalendarDate, key: string, shift: boolean, first: Weekday): CalendarDate | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'Home':
      return startOfWeek(date, first);
    case 'End':
      return addDays(startOfWeek(date, first), 6);
    case 'PageUp':
      return addMonths(date, shift ? -12 : -1);
    case 'PageDown':
      return addMonths(date, shift ? 12 : 1);
    default:
      return null;
  }
}

/** A date within the limits, otherwise the nearer limit. */
export const dateWithin = (date: CalendarDate, min?: CalendarDate, max?: CalendarDate): CalendarDate =>
  min && date < min ? min : max && date > max ? max : date;

/** A typed whole date, in the formats that `splitDate` knows; null where it is none or the day does not exist. */
export function typedDate(text: string, locale: string): CalendarDate | null {
  const parts = splitDate(text, locale);
  return parts ? calendarDate(`${parts.year}-${parts.month.padStart(2, '0')}-${parts.day.padStart(2, '0')}`) : null;
}
