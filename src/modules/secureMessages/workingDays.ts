import { formatList, intlOf } from '../../words/index.ts';

/** Runs of consecutive days, from 1 Monday to 7 Sunday: `[[1, 5]]`, or `[[1, 2], [4, 4]]`. */
export function dayStretches(days: readonly number[]): readonly (readonly [number, number])[] {
  const stretches: [number, number][] = [];
  for (const day of [...new Set(days)].toSorted((one, other) => one - other)) {
    const last = stretches.at(-1);
    if (last !== undefined && last[1] === day - 1) last[1] = day;
    else stretches.push([day, day]);
  }
  return stretches;
}

/** The name of a weekday: 2024-01-01 was a Monday. */
const dayName = (locale: string, day: number): string =>
  intlOf(locale).formatDate(Date.UTC(2024, 0, day), { weekday: 'long', timeZone: 'UTC' });

/** The days as text: `Monday to Friday`. `fromTo` joins the ends of a run of three or more. */
export const daysInWords = (
  locale: string,
  days: readonly number[],
  fromTo: (from: string, to: string) => string,
): string =>
  formatList(
    locale,
    dayStretches(days).flatMap(([from, to]) => {
      const [first, last] = [dayName(locale, from), dayName(locale, to)];
      return to === from ? [first] : to === from + 1 ? [first, last] : [fromTo(first, last)];
    }),
  );
