import { Instant } from '@portal/api';
import * as v from 'valibot';

/** An instant after all the given ones, or the device's clock when that is later, so that the order never depends on the clock. */
export function instantAfter(now: number, ...earlier: readonly (Instant | null | undefined)[]): Instant {
  const latest = Math.max(...earlier.map((instant) => (instant ? Date.parse(instant) + 1 : 0)), now);
  return v.parse(Instant, new Date(latest).toISOString());
}
