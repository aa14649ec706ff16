import * as v from 'valibot';
import { CalendarDate, Instant, readAs } from './values.ts';

/**
 * A date of the clinical record, as exact as its source knows it: a year, a month, a day, or a moment. A moment with an offset belongs to
 * the day that is written in it; one in UTC (`Z`) to the day that it is at the facility.
 */
export const RecordDate = v.union([
  Instant,
  CalendarDate,
  v.pipe(v.string(), v.regex(/^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/), v.brand('PartialDate')),
]);
export type RecordDate = v.InferOutput<typeof RecordDate>;

/** Parses a date of a record; null when the text is something else, such as a period or a time of day. */
export const readRecordDate = (text: string): RecordDate | null => readAs(RecordDate, text);

const stamp = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/;
/** The times with which systems write a day as a moment: its first moment, or its last minute. */
const edgeOfDay = /^(?:00:00(?::00(?:\.0+)?)?|23:59(?::[0-5]\d(?:\.\d+)?)?)$/;

/**
 * Parses a date as a source wrote it, and keeps its written day: a moment keeps its offset, and the start or end of a day in UTC gets the
 * offset +00:00. Other moments in UTC have no day of their own. A time without a zone, or at 24 o'clock, becomes only its day. Null when it
 * is not a date.
 */
export function readSourceDate(text: string): RecordDate | null {
  const [, written = '', time = '', zone] = stamp.exec(text) ?? [];
  const day = readRecordDate(written);
  if (day === null) return readRecordDate(text);
  if (zone === undefined || time.startsWith('24')) return day;
  // A leap second becomes the second before it, which is the nearest instant that can be represented.
  const clock = (time.length === 5 ? `${time}:00` : time).replace(/:60(?=\.|$)/, ':59').replace(/\.0+$/, '');
  const moment = readRecordDate(`${written}T${clock}Z`);
  if (moment === null) return day;
  if (!/^(?:Z|[+-]00:?00)$/.test(zone)) return readRecordDate(`${written}T${clock}${zone}`) ?? day;
  return readRecordDate(edgeOfDay.test(time) ? `${written}T${clock}+00:00` : new Date(moment).toISOString());
}

const styles = {
  /** `Nov 12, 2026`, without the time of day. */
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  /** `Nov 12`, for a day that is near. */
  near: { month: 'short', day: 'numeric' },
  /** `Nov 12, 2026, 8:05 AM EST`. */
  whole: {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type RecordDateStyle = keyof typeof styles;

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) formats.set(key, (format = new Intl.DateTimeFormat(locale, options)));
  return format;
}

/** What people at the facility call its zone at a time (`EST`). Many languages have no short name for it, and visits use this one. */
export const zoneAbbreviation = (timeZone: string, at: Date | number): string =>
  formatOf('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** Interfaces write exactly 12:00:00 when they know no time (specification 3, section 9). */
const isNoon = (instant: Date, timeZone: string): boolean =>
  formatOf('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(instant) === '12:00:00';

/**
 * A date of the record in the reader's format, on the clock of the facility. Pages, PDF, CSV and paper all use this function, so that one
 * moment reads the same everywhere. A year, month or day is not shifted by a time zone. Neither is the day that a source wrote: a time
 * that falls on another day at the facility is not shown.
 */
export function recordDateText(
  locale: string,
  date: RecordDate,
  timeZone: string,
  style: RecordDateStyle = 'whole',
): string {
  const { year, month, day } = styles.day;
  // Browsers differ in the space before AM and PM.
  const written = (options: Intl.DateTimeFormatOptions, at: Date) =>
    formatOf(locale, options)
      .format(at)
      .replace(/\u202f/g, ' ');
  if (date.length === 4) return written({ year, timeZone: 'UTC' }, new Date(`${date}-01-01T00:00:00Z`));
  if (date.length === 7) return written({ year, month, timeZone: 'UTC' }, new Date(`${date}-01T00:00:00Z`));
  const dayStyle = style === 'near' ? styles.near : { year, month, day };
  const at = new Date(date);
  const writtenDay = recordDay(date, timeZone);
  const hasTime = date.length > 10 && style === 'whole' && dayAt(at, timeZone) === writtenDay && !isNoon(at, timeZone);
  // The zone comes after it as it does after a visit's time: the formatter itself would write `08 h 05`, and in Chinese put it before the time.
  if (hasTime) return `${written({ ...styles.whole, timeZone }, at)} ${zoneAbbreviation(timeZone, at)}`;
  return written({ ...dayStyle, timeZone: 'UTC' }, new Date(`${writtenDay}T00:00:00Z`));
}

/** Times of day that interfaces write where they know only the day. */
const timesOfWholeDays = ['00:00', '12:00', '23:59'];
/** A result that is a date, or a period of two dates, in the reader's format; a time of day that the facility's clock cannot tell stays as it was written. */
export const timeValueText = (locale: string, text: string, timeZone: string): string =>
  text
    .split(' – ')
    .map((part) => {
      const date = readSourceDate(part);
      if (date === null) return part;
      const [whole, day] = (['whole', 'day'] as const).map((style) => recordDateText(locale, date, timeZone, style));
      const time = /T(\d\d:\d\d)/.exec(part)?.[1] ?? '00:00';
      return whole !== day || timesOfWholeDays.includes(time) ? whole : `${day}, ${time}`;
    })
    .join(' – ');

/** Put together from its parts, because no locale has the order of ISO 8601 in every browser: en-CA has another one in some versions of Safari. */
function dayAt(at: Date, timeZone: string): string {
  const parts = formatOf('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(at);
  const [year, month, day] = (['year', 'month', 'day'] as const).map(
    (of) => parts.find(({ type }) => type === of)?.value,
  );
  return `${year}-${month}-${day}`;
}
/** Whether the day is a part of the text: for a moment in UTC it is not. */
export const hasOwnDay = (date: RecordDate): boolean => date.length <= 10 || /[+-]\d\d:?\d\d$/.test(date);
/** The day of a date of the record, or its known part: `2026-11-12`. For a moment in UTC it is the day on the clock of the facility. */
export function recordDay(date: RecordDate, timeZone: string): string {
  return hasOwnDay(date) ? date.slice(0, 10) : dayAt(new Date(date), timeZone);
}
