import { type RecordDate, recordDay } from '@portal/api';
import type { SummaryScope } from './content.ts';

/** On the clock of the facility. A month or a year is within if any of its days is; what has no date cannot be said to be outside. */
export function isWithin(
  { startDate, endDate }: Pick<SummaryScope, 'startDate' | 'endDate'>,
  timeZone: string,
  start: RecordDate | null,
  end: RecordDate | null = start,
): boolean {
  const [from, until] = [start ?? end, end ?? start].map((date) => (date === null ? null : recordDay(date, timeZone)));
  if (from === null || from === undefined || until === null || until === undefined) return true;
  return from <= endDate.slice(0, from.length) && until >= startDate.slice(0, until.length);
}
