import type { PhoneCheckIn } from '@portal/api';

/** `notYet`: nothing of it is shown, because the visit is more than half a day away. */
type ArrivalStep = 'notYet' | 'early' | 'open' | 'late' | 'arrived';

const shownAheadMs = 12 * 3_600_000;

/** What a visit's page offers of "I am here". The server decides with its own clock; this is what it would say now. */
export function arrivalStep(
  { opensAt, closesAt, arrivedAt }: Pick<PhoneCheckIn, 'opensAt' | 'closesAt' | 'arrivedAt'>,
  now: number,
): ArrivalStep {
  if (arrivedAt !== null) return 'arrived';
  const opens = Date.parse(opensAt);
  if (now < opens - shownAheadMs) return 'notYet';
  if (now < opens) return 'early';
  return now < Date.parse(closesAt) ? 'open' : 'late';
}
