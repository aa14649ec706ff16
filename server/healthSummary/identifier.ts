import type { CalendarDate, CcdaId, SummaryIdentifier } from '@portal/api';

/** Days from the first to the last of a range at most: longer than anybody's record. */
const longestRange = 150 * 366;

const dayOf = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

export const isRange = (startDate: CalendarDate, endDate: CalendarDate): boolean =>
  startDate <= endDate && dayOf(endDate) - dayOf(startDate) <= longestRange;

/** What an address says of which summary is meant. */
export interface RequestedIdentifier {
  readonly ccdaId?: CcdaId | undefined;
  readonly startDate?: CalendarDate | undefined;
  readonly endDate?: CalendarDate | undefined;
}

/** Which summary is meant: a document or a range, exactly one of the two; null for anything else. */
export function identifierOf({ ccdaId, startDate, endDate }: RequestedIdentifier): SummaryIdentifier | null {
  if (ccdaId !== undefined) return startDate === undefined && endDate === undefined ? { ccdaId } : null;
  if (startDate === undefined || endDate === undefined || !isRange(startDate, endDate)) return null;
  return { startDate, endDate };
}
