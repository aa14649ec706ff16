import type { CalendarDate } from '@portal/api';
import { intlOf } from './intl.ts';

const styles = {
  /** Without the year, for a day that is near. */
  day: { month: 'short', day: 'numeric' },
  /** In the reader's format (rulings, section 9), which has no zero before the day. */
  medium: { year: 'numeric', month: 'short', day: 'numeric' },
  long: { year: 'numeric', month: 'long', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A date without a time in the reader's format; no time zone shifts it. */
export function formatDate(locale: string, date: CalendarDate, style: keyof typeof styles = 'medium'): string {
  return intlOf(locale).formatDate(`${date}T00:00:00Z`, { ...styles[style], timeZone: 'UTC' });
}

/** The day of an instant in the facility's time zone. */
export function formatInstantDate(
  locale: string,
  instant: string,
  timeZone: string,
  style: keyof typeof styles = 'medium',
): string {
  return intlOf(locale).formatDate(instant, { ...styles[style], timeZone });
}

/** The time of day of an instant, in the facility's time zone. */
export const formatTime = (locale: string, instant: string, timeZone: string): string =>
  intlOf(locale).formatDate(instant, { hour: 'numeric', minute: '2-digit', timeZone });

/** An instant with its time, in the facility's time zone. */
export function formatInstant(locale: string, instant: string, timeZone: string): string {
  return intlOf(locale).formatDate(instant, { ...styles.medium, hour: 'numeric', minute: '2-digit', timeZone });
}

/** The order of day, month and year in the reader's format, for the three boxes of a date field. */
export function dateOrder(locale: string): ('day' | 'month' | 'year')[] {
  const parts = intlOf(locale).formatDateToParts(0, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'UTC',
  });
  return parts.flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []));
}

/** A number in the reader's format. */
export const formatNumber = (locale: string, value: number, options?: Intl.NumberFormatOptions): string =>
  intlOf(locale).formatNumber(value, options);

/** Bytes as megabytes of 1,024 kilobytes, the unit of device storage: `4.6 MB`, `4,6 Mo`. Less than a tenth is shown as a tenth. */
export const formatMegabytes = (locale: string, bytes: number): string =>
  intlOf(locale).formatNumber(bytes === 0 ? 0 : Math.max(0.1, bytes / (1024 * 1024)), {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });

/**
 * A typed text as a number. It may use the decimal sign of the language or the other one of point and comma; null when it is not a number,
 * or when the other sign may also group thousands.
 */
export function parseNumber(locale: string, typed: string): number | null {
  const decimal =
    intlOf(locale)
      .formatNumberToParts(1.5)
      .find((part) => part.type === 'decimal')?.value ?? '.';
  const text = typed.trim().replace(/^[−–]/, '-');
  if (!text.includes(decimal) && /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return null;
  const plain = text.replace(/[.,]/, '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** Joins several items into one phrase, with the language's conjunction. */
export const formatList = (locale: string, parts: readonly string[]): string =>
  intlOf(locale).formatList(parts, { type: 'conjunction' });

/** Joins the existing facts with the comma of the language: `Fri, 9:30 AM`, `周五，9:30`. */
export const joinFacts = (locale: string, facts: readonly (string | null | undefined)[]): string =>
  facts
    .filter((fact) => fact !== null && fact !== undefined && fact !== '')
    .join(locale.startsWith('zh') ? '，' : ', ');

const han = /^\p{Script=Han}+$/u;

/** A person's name: with Chinese characters in a Chinese page family name first and no space, otherwise the first name first. */
export function formatPersonName(
  locale: string,
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
): string {
  if (locale.startsWith('zh') && han.test(firstName) && han.test(lastName)) return lastName + firstName;
  return [firstName, lastName].filter((name) => name.trim() !== '').join(' ');
}

/** The name of a country: for a code, in the reader's language; any other text unchanged. */
export const countryName = (country: string, locale: string): string =>
  /^[A-Z]{2}$/.test(country)
    ? (intlOf(locale).formatDisplayName(country, { type: 'region', fallback: 'code' }) ?? country)
    : country;
