const months = { All: null, Last3Months: 3, Last6Months: 6, Last9Months: 9 } as const;

/** The values of the filter for the last months (specification 3, section 9). */
export type DateFilter = keyof typeof months;

/** The first day that passes: the same day so many months ago, or the last of its month where that is shorter. Null: every day does. */
export function firstDayOf(filter: DateFilter, today: string): string | null {
  const count = months[filter];
  if (count === null) return null;
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - count, Math.min(day, last))).toISOString().slice(0, 10);
}
