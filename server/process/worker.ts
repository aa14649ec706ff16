import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { faultOf } from './errorCode.ts';
import { followed, observation } from './observation.ts';

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

export const jobStarted = observation<{ readonly job: string; readonly everyMs: number }>();
export const jobTurn = observation<{ readonly job: string; readonly ms: number; readonly isFailed: boolean }>();
export const jobWork = followed<{ readonly job: string }>();

export interface Worker {
  /** Starts a turn now instead of at its next time. */
  wake(): void;
  /** Resolves when the running turn has ended. No other begins. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  /** Under this name its turns and failures are counted. A job that works on a backlog has the backlog's name (`db/backlog.ts`). */
  readonly job: string;
  readonly everyMs: number;
  readonly log: Logger;
  /** What is logged when a turn fails. */
  readonly what: string;
  /** One turn. True: there may be more to do, and the next turn follows at once. `failed`: it has logged by itself what was wrong. */
  readonly work: () => Promise<boolean | 'failed'>;
}

/** Runs turns one after another, every `everyMs`. A failed turn is logged, and the next one runs at its usual time. */
export function startWorker({ job, everyMs, log, what, work }: WorkerOptions): Worker {
  let stopped = false;
  let asked = false;
  let failing = false;
  let turn: Promise<void> | null = null;
  const workOnce = async (): Promise<boolean> => {
    const begun = performance.now();
    let isFailed = true;
    try {
      const done = await work();
      isFailed = done === 'failed';
      return done === true;
    } finally {
      jobTurn.tell({ job, ms: performance.now() - begun, isFailed });
    }
  };
  const run = async (): Promise<void> => {
    try {
      do asked = false;
      while (!stopped && ((await jobWork.run({ job }, workOnce)) || asked));
      failing = false;
    } catch (error) {
      // Logged once, however long the database is unreachable.
      if (!failing) log.warn({ err: faultOf(error) }, what);
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
  jobStarted.tell({ job, everyMs });
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
