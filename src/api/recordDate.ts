import * as v from 'valibot';
import { CalendarDate, Instant } from './values.ts';

/** When something of a record was, as exactly as its source knows: a year, a month, a day, or a moment. */
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

/** Interfaces write a time of exactly 12:00:00 where they know none (specification 3, section 9). */
const isNoon = (instant: Date, timeZone: string): boolean =>
  formatOf('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(instant) === '12:00:00';

/**
 * A date of the record in the reader's way of writing, on the clock of the facility. Pages, PDF, CSV and paper all tell it by this
 * function, so that one moment reads alike on each. What is no moment is shifted by no time zone.
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
  if (date.length === 10) return written({ ...dayStyle, timeZone: 'UTC' }, new Date(`${date}T00:00:00Z`));
  const at = new Date(date);
  return written({ ...(style === 'whole' && !isNoon(at, timeZone) ? styles.whole : dayStyle), timeZone }, at);
}

/** The day, or the part of one that is known, that a date of the record is on the clock of the facility: `2026-11-12`, for sorting by month and files. */
export function recordDay(date: RecordDate, timeZone: string): string {
  if (date.length <= 10) return date;
  return formatOf('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(date));
}
