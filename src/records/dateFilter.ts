import { monthsLaterAt } from '@portal/api';

const months = { All: null, Last3Months: 3, Last6Months: 6, Last9Months: 9 } as const;

/** The values of the filter for the last months (specification 3, section 9). */
export type DateFilter = keyof typeof months;
/** Its values in their order on a page. */
export const dateFilters = [
  'All',
  'Last3Months',
  'Last6Months',
  'Last9Months',
] as const satisfies readonly DateFilter[];

/** The first day that passes: the same day so many months ago, or the last of its month where that is shorter. Null: every day does. */
export function firstDayOf(filter: DateFilter, today: string): string | null {
  const count = months[filter];
  return count === null ? null : new Date(monthsLaterAt(today, -count)).toISOString().slice(0, 10);
}
