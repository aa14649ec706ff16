import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { startWorker } from '../process/worker.ts';
import { statement } from '../db/pool.ts';
import { checkAll, type Checking } from './checkAll.ts';
import { findingText } from './checkChain.ts';

/** Soon after a start, and then each minute, it is looked whether a check is due. */
const usualTimes = { firstMs: 15_000, everyMs: 60_000 };

/**
 * Between one and five at night where the default facility is; by day where that was missed, and where one was broken off. A log that is still
 * small is checked as soon as it has a chain that no check has reached: who tries the portal sees that the log is checked.
 */
const isDue = statement(
  'nightly.isDue',
  `select (not exists (select from audit_check_runs where begun_at > now() - interval '20 hours')
       and (extract(hour from now() at time zone coalesce((select time_zone from facilities where is_default), 'UTC')) between 1 and 4
         or not exists (select from audit_check_runs where begun_at > now() - interval '30 hours')))
     or exists (select from audit_check_runs where ended_at is null and held_until < now() and begun_at > now() - interval '1 day')
     or (not exists (select from audit_check_runs where ended_at is null and held_until >= now())
       and (select count(*) < 200 and sum(few.seq) < 5000 and count(c.chain) < count(*)
         from (select chain, seq from audit_heads limit 200) few left join audit_checks c on c.chain = few.chain)) as due`,
  v.object({ due: v.boolean() }),
);

/** Checks the audit each night, at half of the speed that is possible, and a small one soon. Gives back how to stop it. */
export function startNightlyChecks(
  checking: Omit<Checking, 'onFinding'>,
  log: Logger,
  { firstMs, everyMs } = usualTimes,
): () => Promise<void> {
  let isStopped = false;
  const work = async (): Promise<boolean> => {
    if (!(await checking.pool.db.one(isDue)).due) return false;
    const result = await checkAll(
      {
        ...checking,
        onFinding: (finding) => log.error({ ...finding }, `the audit log is not sound: ${findingText(finding)}`),
      },
      () => isStopped,
      (busyMs) => wait(isStopped ? 0 : busyMs),
    );
    if (result.isWhole) log.info({ ...result }, 'the audit log was checked');
    return false;
  };
  const worker = startWorker({ everyMs, log, what: 'the audit log is not checked', work });
  const first = setTimeout(() => worker.wake(), firstMs);
  first.unref();
  return async () => {
    isStopped = true;
    clearTimeout(first);
    await worker.stop();
  };
}
