import { dateOrder, intlOf } from '../words/index.ts';
import { withoutAccents } from './withoutAccents.ts';

/** The content of the three boxes: digits as typed, or nothing. */
export interface DateParts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

export const emptyDate: DateParts = { year: '', month: '', day: '' };

/** Keeps the digits of what was typed, full-width ones as plain digits, at most `length`. */
export function digitsOnly(typed: string, length: number): string {
  return typed.normalize('NFKC').replace(/\D/g, '').slice(0, length);
}

const monthNames = new Map<string, readonly (readonly string[])[]>();

/** The twelve months of a language, each by its long and its short name, without dots and accents. */
function monthsOf(locale: string): readonly (readonly string[])[] {
  let names = monthNames.get(locale);
  if (!names) {
    names = Array.from({ length: 12 }, (_, index) =>
      (['long', 'short'] as const).map((month) =>
        plain(intlOf(locale).formatDate(Date.UTC(2000, index, 1), { month, timeZone: 'UTC' })),
      ),
    );
    monthNames.set(locale, names);
  }
  return names;
}

const plain = (text: string): string => withoutAccents(text).replaceAll('.', '');

function monthNumber(word: string, locale: string): number | null {
  const wanted = plain(word);
  for (const names of [monthsOf(locale), monthsOf('en')]) {
    const index = names.findIndex(
      ([long = '', short = '']) =>
        wanted === long || wanted === short || (wanted.length >= 3 && long.startsWith(wanted)),
    );
    if (index >= 0) return index + 1;
  }
  return null;
}

/**
 * Splits a whole date that was pasted or typed: `2026-11-03`, `11/3/2026`, `3.11.2026`, `20261103`, `Nov 3, 2026`, `3 de noviembre de
 * 2026`, `2026年11月3日`. Numbers alone follow the order of the locale, unless the year is first. Null when it is no whole date; that the day
 * exists is not checked here.
 */
export function splitDate(text: string, locale: string): DateParts | null {
  const typed = text.normalize('NFKC').trim();
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(typed);
  if (compact) return parts(compact[1], compact[2], compact[3]);
  // A time after the date, as in a time stamp, is ignored.
  const pieces = typed.replace(/^(\d{4}-\d{1,2}-\d{1,2})T.*$/, '$1').match(/\d+|\p{L}[\p{L}.]*/gu) ?? [];
  const numbers = pieces.filter((piece) => /^\d/.test(piece));
  if (numbers.length === 2) {
    const month = pieces
      .filter((piece) => /^\p{L}{3}|^\p{L}+\./u.test(piece))
      .map((word) => monthNumber(word, locale))
      .find((found) => found !== null);
    const year = numbers.find((number) => number.length === 4);
    const day = numbers.find((number) => number.length <= 2);
    return month && year && day ? parts(year, String(month), day) : null;
  }
  if (numbers.length !== 3) return null;
  const [first = '', second = '', third = ''] = numbers;
  if (first.length === 4) return parts(first, second, third);
  if (third.length !== 4) return null;
  // If only one reading has a valid month, it is that one; otherwise the locale's order decides.
  const monthFirst = Number(second) > 12 || (Number(first) <= 12 && dateOrder(locale)[0] === 'month');
  return monthFirst ? parts(third, first, second) : parts(third, second, first);
}

function parts(year = '', month = '', day = ''): DateParts | null {
  if (year.length !== 4 || month.length > 2 || day.length > 2 || !month || !day) return null;
  return { year, month: String(Number(month)), day: String(Number(day)) };
}
