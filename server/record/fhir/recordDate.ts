import { type RecordDate, readRecordDate } from '@portal/api';
import type { Moment } from './dates.ts';

const lengths = { year: 4, month: 7, day: 10 } as const;

/** A date as pages get it: as exactly as its source says, a moment in UTC. A time without a zone counts as its day. */
export function recordDateOf(moment: Moment | null): RecordDate | null {
  if (moment === null) return null;
  const text = moment.precision === 'time' ? moment.at : moment.text.slice(0, lengths[moment.precision]);
  return text === null ? null : readRecordDate(text);
}
