import { type RecordDate, readRecordDate, readSourceDate } from '@portal/api';
import type { Moment } from './dates.ts';

const lengths = { year: 4, month: 7, day: 10 } as const;

/** A date for pages: as precise as the source gives it, and on the day that the source wrote. A time without a zone counts as its day. */
export function recordDateOf(moment: Pick<Moment, 'text' | 'precision'> | null | undefined): RecordDate | null {
  if (!moment) return null;
  const { text, precision } = moment;
  return precision === 'time' ? readSourceDate(text) : readRecordDate(text.slice(0, lengths[precision]));
}

/** A date of a source for an export that tells times by the facility's clock: a day that was written as midnight in UTC stays that day. */
export function sourceDayKept(text: string): string {
  const date = readSourceDate(text);
  return date?.endsWith('+00:00') === true ? date : text;
}
