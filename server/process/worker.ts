import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** For so many seconds nobody else may hand over what one process has claimed. */
export const leaseSeconds = 120;
/** The longest that an attempt may take. It ends well before its lease, so that no other process can begin one while it runs. */
export const attemptMs = (leaseSeconds - 60) * 1000;

/** Writes what cannot be undone, and retries for half a minute while the database fails. */
export async function surely(write: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + 30_000; ; await wait(1000)) {
    try {
      await write();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

export interface Worker {
  /** Starts a turn now instead of at its next time. */
  wake(): void;
  /** Resolves when the running turn has ended. No other begins. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  readonly everyMs: number;
  readonly log: Logger;
  /** What is logged when a turn fails. */
  readonly what: string;
  /** One turn. True means that there may be more to do: the next turn follows at once. */
  readonly work: () => Promise<boolean>;
}

/** Runs turns one after another, every `everyMs`. A failed turn is logged, and the next one runs at its usual time. */
export function startWorker({ everyMs, log, what, work }: WorkerOptions): Worker {
  let stopped = false;
  let asked = false;
  let failing = false;
  let turn: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    try {
      do asked = false;
      while (!stopped && ((await work()) || asked));
      failing = false;
    } catch (error) {
      // Logged once, however long the database is unreachable.
      if (!failing) log.warn({ type: error instanceof Error ? error.name : 'unknown' }, what);
      failing = true;
    }
  };
  const wake = (): void => {
    asked = true;
    if (stopped || turn !== null) return;
    turn = run().finally(() => {
      turn = null;
      // `wake` was called after the last turn had checked for it.
      if (asked) wake();
    });
  };
  const timer = setInterval(wake, everyMs);
  timer.unref();
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await turn;
    },
  };
}
