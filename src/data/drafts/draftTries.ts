import type { DraftClock } from './draftParts.ts';
import type { DraftState } from './types.ts';

const firstBackoff = 2_000;
const longestBackoff = 60_000;

/** When the server is tried again, for saving and for sending: there is one timer. */
export interface DraftTries {
  connection: DraftState['connection'];
  /** How many failed in a row. */
  failed: number;
  /** True while trying again by itself would not help. */
  isResting: boolean;
  /** Tries after this many milliseconds, instead of at the time that was planned. */
  plan(delay: number): void;
  /** Tries after a pause that grows with what failed. */
  planNext(): void;
  isPlanned(): boolean;
  stop(): void;
  /** The server has answered as it should. */
  succeeded(): void;
}

export function createDraftTries(clock: DraftClock, onTime: () => void): DraftTries {
  let stopTimer: (() => void) | null = null;
  const stop = () => {
    stopTimer?.();
    stopTimer = null;
  };
  const tries: DraftTries = {
    connection: 'online',
    failed: 0,
    isResting: false,
    plan(delay) {
      stop();
      stopTimer = clock.later(delay, () => {
        stopTimer = null;
        onTime();
      });
    },
    planNext() {
      const pause = Math.min(firstBackoff * 2 ** Math.min(tries.failed - 1, 10), longestBackoff);
      tries.plan(pause * (0.75 + clock.random() / 2));
    },
    isPlanned: () => stopTimer !== null,
    stop,
    succeeded() {
      tries.failed = 0;
      tries.connection = 'online';
    },
  };
  return tries;
}
