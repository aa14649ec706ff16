import { type Failure, isPassing } from '../errors.ts';

/** True when the same request may succeed later or in another session. */
export const isForNow = (failure: Failure | null): boolean =>
  failure !== null &&
  (isPassing(failure) || failure.kind === 'sessionEnded' || (failure.kind === 'refused' && failure.status === 401));
