import type { CalendarDate, RecordDate } from '@portal/api';
import { listMoment, momentOf, writtenDay, type Zone } from '../../records/zone.ts';
import { intlOf } from '../../words/index.ts';

/** Whether a date is known to the day. */
const isDayOrInstant = (date: RecordDate): date is Exclude<RecordDate, { length: 4 | 7 }> & CalendarDate =>
  date.length >= 10;

/** The day of service in the reader's format, as exactly as it is known: `Nov 4, 2026`, `November 2026`, `2026`. */
export function serviceDay(locale: string, date: RecordDate, zone: Zone): string {
  if (date.length === 4) return date;
  if (!isDayOrInstant(date))
    return intlOf(locale).formatDate(Date.parse(`${date}-01`), { year: 'numeric', month: 'long', timeZone: 'UTC' });
  return writtenDay(locale, momentOf(date, zone));
}

/** The day of service in a list: only the time today, no year this year (specification 3, section 9). */
export function listDay(locale: string, date: RecordDate, zone: Zone, today: number): string {
  if (!isDayOrInstant(date)) return serviceDay(locale, date, zone);
  return listMoment(locale, momentOf(date, zone), today);
}
