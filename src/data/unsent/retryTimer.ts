import type { DeviceClock } from './clock.ts';

/** Milliseconds of the pause after the first failure, which doubles with each, and of the longest. */
export interface Backoff {
  readonly first: number;
  readonly longest: number;
}

const debounce = 1_000;
const longestDebounce = 4_000;

/** When the server is asked next, for saving and for sending: there is one timer. */
export interface RetryTimer {
  /** How many failed in a row. */
  failed: number;
  /** Tries after this many milliseconds, instead of at the time that was planned. */
  plan(delay: number): void;
  /** Tries after a pause that grows with what failed. */
  planNext(): void;
  /** Tries when the person pauses or, where the last try failed, at the time of the next one. */
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
