import { type Worker, type WorkerOptions, startWorker } from '../process/worker.ts';
import type { Mailer } from './mailer.ts';

export interface MailingOptions extends Omit<WorkerOptions, 'work'> {
  readonly mailer: Pick<Mailer, 'wake'>;
  /** Queues what is due at an instant, in one transaction, and gives how much that was. */
  readonly queueDue: (at: Date) => Promise<number>;
}

/** Runs a job that queues mails at its times, and has them sent at once. Any number of processes may run it on one database. */
export const startMailing = ({ mailer, queueDue, ...options }: MailingOptions): Worker =>
  startWorker({
    ...options,
    work: async () => {
      const found = await queueDue(new Date());
      if (found > 0) mailer.wake();
      return found > 0;
    },
  });
