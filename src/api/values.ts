import * as v from 'valibot';
import { languageCodes } from './languageCodes.ts';

/** An existing calendar date without a time, `YYYY-MM-DD`; no time zone ever shifts it (rulings, section 3). */
export const CalendarDate = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/),
  v.check((text) => isCalendarDate(text), 'not a date'),
  v.brand('CalendarDate'),
);
export type CalendarDate = v.InferOutput<typeof CalendarDate>;

/** An instant, ISO 8601 in UTC, on an existing day. */
export const Instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => isCalendarDate(text.slice(0, 10)), 'not a date'),
  v.brand('Instant'),
);
export type Instant = v.InferOutput<typeof Instant>;

export { languageCodes };
/** A version of a facility's terms of use. It changes with any word of them, in any language. */
export const TermsVersion = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** The languages that ship complete: English, Spanish (es-MX), French (fr-CA), Portuguese (pt-BR), Chinese (zh-CN). */
export const LanguageCode = v.picklist(languageCodes);
/** Any language, such as `en-US`: the language of a text from elsewhere. */
export const LanguageTag = v.pipe(v.string(), v.regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/));
export type LanguageCode = v.InferOutput<typeof LanguageCode>;

/** The size of the text on pages to print. */
export const PrintSize = v.picklist(['normal', 'large']);
export type PrintSize = v.InferOutput<typeof PrintSize>;

/** True for a `YYYY-MM-DD` text of an existing day in the years 1000 to 9999. */
export function isCalendarDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year < 1000 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (lengths[month - 1] ?? 0);
}

/** A value as its schema has it; null when it is something else. */
export function readAs<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> | null {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : null;
}

/** The same day this many months later, or the last day of that month, as the milliseconds of its start in UTC. */
export function monthsLaterAt(date: string, months: number): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return Date.UTC(year, month - 1 + months, Math.min(day, last));
}

/** A name as it is shown and written: without line breaks and marks that change the direction of the text after them. */
export const PersonName = v.pipe(
  v.string(),
  v.maxLength(200),
  v.transform((text) => text.replace(/[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]+/gu, ' ').trim()),
  v.minLength(1),
);

/** Checks each character once: the usual pattern of groups of four fails from some megabytes on. */
export const Base64 = v.check<string, 'not base64'>(
  (text) => text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, '')),
  'not base64',
);

/** A whole number that fits a small column of the server: the id of a lookup row, or a revision. */
export const SmallNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1));

/** A value that may be empty, `null` or left out, which all mean the same. */
export const orNull = <const Wrapped extends v.GenericSchema>(schema: Wrapped) => v.nullish(schema, null);

/** A day, or a moment: a value without a time of day is never shifted by a time zone (rulings, section 3). */
export const DayOrInstant = v.union([CalendarDate, Instant]);
export type DayOrInstant = v.InferOutput<typeof DayOrInstant>;
