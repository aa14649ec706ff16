import * as v from 'valibot';
import { languageCodes } from './languageCodes.ts';

/** A calendar date without a time, `YYYY-MM-DD`, that exists; no time zone ever shifts it (rulings, section 3). */
export const CalendarDate = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/),
  v.check((text) => isCalendarDate(text), 'not a date'),
  v.brand('CalendarDate'),
);
export type CalendarDate = v.InferOutput<typeof CalendarDate>;

/** An instant, ISO 8601 in UTC. */
export const Instant = v.pipe(v.string(), v.isoTimestamp(), v.brand('Instant'));
export type Instant = v.InferOutput<typeof Instant>;

export { languageCodes };
/** A version of a facility's terms of use: changes with any word of them, in any language. */
export const TermsVersion = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** The languages that ship complete: English, Spanish (es-MX), French (fr-CA), Portuguese (pt-BR), Chinese (zh-CN). */
export const LanguageCode = v.picklist(languageCodes);
export type LanguageCode = v.InferOutput<typeof LanguageCode>;

/** True for a `YYYY-MM-DD` text that names a real day of the years 1000 to 9999. */
export function isCalendarDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year < 1000 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (lengths[month - 1] ?? 0);
}
