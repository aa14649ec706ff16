import type { DeviceClock } from './clock.ts';

/** Milliseconds of the pause after the first failure, which doubles with each further one, and of the longest pause. */
interface Backoff {
  readonly first: number;
  readonly longest: number;
}

const debounce = 1_000;
const longestDebounce = 4_000;

/** The one timer for saving and sending. */
export interface RetryTimer {
  /** Number of failures in a row. */
  failed: number;
  /** Tries after this many milliseconds, instead of at the planned time. */
  plan(delay: number): void;
  /** Tries after a pause that grows with the number of failures. */
  planNext(): void;
  /** Tries when the person pauses or, if the last try failed, at the time of the next retry. */
  planSoon(): void;
  stop(): void;
}

export function createRetryTimer(
  clock: DeviceClock,
  onTime: () => void,
  { first, longest }: Backoff = { first: 2_000, longest: 60_000 },
): RetryTimer {
  let stopTimer: (() => void) | null = null;
  let changedSince: number | null = null;
  const timer: RetryTimer = {
    failed: 0,
    plan(delay) {
      stopTimer?.();
      stopTimer = clock.later(delay, () => {
        stopTimer = null;
        onTime();
      });
    },
    planNext() {
      const pause = Math.min(first * 2 ** Math.min(timer.failed - 1, 10), longest);
      timer.plan(pause * (0.75 + clock.random() / 2));
    },
    planSoon() {
      if (timer.failed > 0) {
        if (stopTimer === null) timer.planNext();
        return;
      }
      changedSince ??= clock.wall();
      const waited = Math.max(0, clock.wall() - changedSince);
      timer.plan(Math.max(0, Math.min(debounce, longestDebounce - waited)));
    },
    stop() {
      stopTimer?.();
      stopTimer = null;
      changedSince = null;
    },
  };
  return timer;
}
