import { Instant } from '@portal/api';
import * as v from 'valibot';

/** An instant that is after every one given, and the device's clock where that is later: order never depends on the clock. */
export function instantAfter(now: number, ...earlier: readonly (Instant | null | undefined)[]): Instant {
  const latest = Math.max(...earlier.map((instant) => (instant ? Date.parse(instant) + 1 : 0)), now);
  return v.parse(Instant, new Date(latest).toISOString());
}
