import type { Logger } from 'pino';
import type { Pool } from '../db/pool.ts';
import { type Worker, type WorkerOptions, startWorker } from '../process/worker.ts';
import type { Mailer } from './mailer.ts';

/** A job that queues mails at its times. Any number of processes may run it on one database. */
export interface MailingJob extends Pick<WorkerOptions, 'job' | 'everyMs' | 'what'> {
  /** The part of the log in which it stands. */
  readonly part: string;
  /** Queues what is due at an instant, in one transaction, and gives how much that was. */
  readonly queueDue: (pool: Pick<Pool, 'tx'>, at: Date, portalUrl: string | null) => Promise<number>;
}

/** What such jobs run with. */
export interface MailingServices {
  readonly pool: Pick<Pool, 'tx'>;
  readonly log: Logger;
  readonly mailer: Pick<Mailer, 'wake'>;
  readonly portalUrl: string | null;
}

/** Runs such a job, and has its mails sent at once. */
export const startMailing = (
  { part, queueDue, ...job }: MailingJob,
  { pool, log, mailer, portalUrl }: MailingServices,
): Worker =>
  startWorker({
    ...job,
    log: log.child({ part }),
    work: async () => {
      const found = await queueDue(pool, new Date(), portalUrl);
      if (found > 0) mailer.wake();
      return found > 0;
    },
  });
