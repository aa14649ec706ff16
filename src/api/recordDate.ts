import * as v from 'valibot';
import { CalendarDate, Instant } from './values.ts';

/**
 * When something of a record was, as exactly as its source knows: a year, a month, a day, or a moment. A moment with an offset is of the day that is
 * written in it; one in UTC (`Z`) is of whatever day it is at the facility.
 */
export const RecordDate = v.union([
  Instant,
  CalendarDate,
  v.pipe(v.string(), v.regex(/^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/), v.brand('PartialDate')),
]);
export type RecordDate = v.InferOutput<typeof RecordDate>;

/** A date of a record as a text has it; null where it is none, such as a period or a time of day. */
export function readRecordDate(text: string): RecordDate | null {
  const parsed = v.safeParse(RecordDate, text);
  return parsed.success ? parsed.output : null;
}

const stamp = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/;
/** How systems write a day that they keep as a time: its first moment, or its last minute. */
const edgeOfDay = /^(?:00:00(?::00(?:\.0+)?)?|23:59(?::[0-5]\d(?:\.\d+)?)?)$/;

/**
 * A date as a source wrote it. Its day is the one that stands there: a moment keeps its offset, and an edge of a day in UTC is written with one. Other
 * moments in UTC are real ones that name nobody's day. A time without a zone, or of 24 o'clock, is only its day. Null where it is no date.
 */
export function readSourceDate(text: string): RecordDate | null {
  const [, written = '', time = '', zone] = stamp.exec(text) ?? [];
  const day = readRecordDate(written);
  if (day === null) return readRecordDate(text);
  if (zone === undefined || time.startsWith('24')) return day;
  // A leap second is told as the second before it, which is as near as an instant can be.
  const clock = (time.length === 5 ? `${time}:00` : time).replace(/:60(?=\.|$)/, ':59').replace(/\.0+$/, '');
  const moment = readRecordDate(`${written}T${clock}Z`);
  if (moment === null) return day;
  if (!/^(?:Z|[+-]00:?00)$/.test(zone)) return readRecordDate(`${written}T${clock}${zone}`) ?? day;
  return readRecordDate(edgeOfDay.test(time) ? `${written}T${clock}+00:00` : new Date(moment).toISOString());
}

const styles = {
  /** `Nov 12, 2026`, without the time of day. */
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  /** `Nov 12`: what is near. */
  near: { month: 'short', day: 'numeric' },
  /** `Nov 12, 2026, 8:05 AM EST`. */
  whole: {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
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

/** What people at the facility call its zone at a time (`EST`): many languages have no short name of it, and visits say this one. */
export const zoneAbbreviation = (timeZone: string, at: Date | number): string =>
  formatOf('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** Interfaces write a time of exactly 12:00:00 where they know none (specification 3, section 9). */
const isNoon = (instant: Date, timeZone: string): boolean =>
  formatOf('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(instant) === '12:00:00';

/**
 * A date of the record in the reader's way of writing, on the clock of the facility. Pages, PDF, CSV and paper all tell it by this
 * function, so that one moment reads alike on each. What is no moment is shifted by no time zone, and neither is the day of one whose time is not told.
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
      .formatToParts(at)
      .map(({ type, value }) => (type === 'timeZoneName' ? zoneAbbreviation(timeZone, at) : value))
      .join('')
      .replace(/\u202f/g, ' ');
  if (date.length === 4) return written({ year, timeZone: 'UTC' }, new Date(`${date}-01-01T00:00:00Z`));
  if (date.length === 7) return written({ year, month, timeZone: 'UTC' }, new Date(`${date}-01T00:00:00Z`));
  const dayStyle = style === 'near' ? styles.near : { year, month, day };
  const at = new Date(date);
  if (date.length > 10 && style === 'whole' && !isNoon(at, timeZone)) return written({ ...styles.whole, timeZone }, at);
  return written({ ...dayStyle, timeZone: 'UTC' }, new Date(`${recordDay(date, timeZone)}T00:00:00Z`));
}

/** A date, or a period of two, that is a result itself, in the reader's way of writing; a time of day stays as the laboratory wrote it. */
export const timeValueText = (locale: string, text: string, timeZone: string): string =>
  text
    .split(' – ')
    .map((part) => {
      const date = readRecordDate(part);
      return date === null ? part : recordDateText(locale, date, timeZone);
    })
    .join(' – ');

const hasOwnDay = (date: RecordDate): boolean => date.length <= 10 || /[+-]\d\d:?\d\d$/.test(date);
/** The day, or the part of one that is known, of a date of the record: `2026-11-12`. Of a moment in UTC it is the one on the clock of the facility. */
export function recordDay(date: RecordDate, timeZone: string): string {
  if (hasOwnDay(date)) return date.slice(0, 10);
  return formatOf('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(date));
}
