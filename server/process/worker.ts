import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Writes down what cannot be undone: again for half a minute, whatever happens to the database now. */
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

/** Something that a server process looks after in the background. */
export interface Worker {
  /** Looks now instead of at its next turn. */
  wake(): void;
  /** Ends when the turn that runs has ended; begins no other. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  readonly everyMs: number;
  readonly log: Logger;
  /** What is logged when a turn fails. */
  readonly what: string;
  /** One turn; true: there may be more, go on at once. */
  readonly work: () => Promise<boolean>;
}

/** Runs turns one after another, now and then. A failing turn is logged and the next one comes at its time. */
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
      // Said once, however long the database is away.
      if (!failing) log.warn({ type: error instanceof Error ? error.name : 'unknown' }, what);
      failing = true;
    }
  };
  const wake = (): void => {
    asked = true;
    if (stopped || turn !== null) return;
    turn = run().finally(() => {
      turn = null;
      // Asked for between the last look and here.
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
