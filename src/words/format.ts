import type { CalendarDate } from '@portal/api';

const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(locale, options)));
  return format;
}

const styles = {
  /** MMM DD, YYYY (specification 2, section 9). */
  short: { year: 'numeric', month: 'short', day: '2-digit' },
  /** As `ll` has it, for education and follow-up (specification 2, section 9). */
  medium: { year: 'numeric', month: 'short', day: 'numeric' },
  long: { year: 'numeric', month: 'long', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A date without a time in the reader's way of writing; no time zone shifts it. */
export function formatDate(locale: string, date: CalendarDate, style: keyof typeof styles = 'short'): string {
  return dateFormat(locale, { ...styles[style], timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
}

/** The day of an instant as the facility's time zone has it. */
export function formatInstantDate(locale: string, instant: string, timeZone: string, style: keyof typeof styles = 'short'): string {
  return dateFormat(locale, { ...styles[style], timeZone }).format(new Date(instant));
}

/** An instant with its time, in the facility's time zone. */
export function formatInstant(locale: string, instant: string, timeZone: string): string {
  return dateFormat(locale, { ...styles.short, hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(instant));
}

/** The order in which a reader writes a date, for the three boxes of a date field. */
export function dateOrder(locale: string): ('day' | 'month' | 'year')[] {
  const parts = dateFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' }).formatToParts(new Date(0));
  return parts.flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []));
}

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  let format = numberFormats.get(key);
  if (!format) numberFormats.set(key, (format = new Intl.NumberFormat(locale, options)));
  return format;
}

/** A number in the reader's way of writing. */
export const formatNumber = (locale: string, value: number, options?: Intl.NumberFormatOptions): string => numberFormat(locale, options).format(value);

/**
 * What a person typed as a number, with the decimal sign of their language or the other of point and comma; null where it is
 * none, or where the other sign may as well group thousands.
 */
export function parseNumber(locale: string, typed: string): number | null {
  const decimal = numberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.';
  const text = typed.trim().replace(/^[−–]/, '-');
  if (!text.includes(decimal) && /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return null;
  const plain = text.replace(/[.,]/, '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** Several things in one sentence, as a language joins them. */
export const formatList = (locale: string, parts: readonly string[]): string => new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts);

const han = /^\p{Script=Han}+$/u;

/** A person's whole name: the family's first and unspaced where it is written in Chinese characters, as it is spoken elsewhere. */
export function formatPersonName(locale: string, { firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  if (locale.startsWith('zh') && han.test(firstName) && han.test(lastName)) return lastName + firstName;
  return [firstName, lastName].filter((name) => name.trim() !== '').join(' ');
}
