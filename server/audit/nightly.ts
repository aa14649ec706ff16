import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { startWorker } from '../process/worker.ts';
import { statement } from '../db/pool.ts';
import { checkAll, type Checking } from './checkAll.ts';
import { findingText } from './checkChain.ts';

/** Of the findings of a night only the first are logged one by one. */
const mostLogged = 20;
/** Whether a check is due is asked soon after the start and then every minute. */
const usualTimes = { firstMs: 15_000, everyMs: 60_000 };

/**
 * Due between one and five at night in the default facility's time zone; by day if that was missed or if a check was interrupted. A log
 * that is still small is due as soon as it has an unchecked chain, so that somebody who tries the portal can see the check work.
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

/** Checks the audit log every night at half the possible speed, and a small log soon. Gives a function that stops it. */
export function startNightlyChecks(
  checking: Omit<Checking, 'onFinding'>,
  log: Logger,
  { firstMs, everyMs } = usualTimes,
): () => Promise<void> {
  let isStopped = false;
  const work = async (): Promise<boolean> => {
    if (!(await checking.pool.db.one(isDue)).due) return false;
    let found = 0;
    const result = await checkAll(
      {
        ...checking,
        onFinding(finding) {
          found += 1;
          if (found <= mostLogged) log.error({ ...finding }, `the audit log is not sound: ${findingText(finding)}`);
        },
      },
      () => isStopped,
      (busyMs) => wait(isStopped ? 0 : busyMs),
    );
    if (found > mostLogged)
      log.error({ found }, 'the audit log is not sound: more was found; "audit verify" tells all');
    if (result.isWhole) log.info({ ...result }, 'the audit log was checked');
    return false;
  };
  const worker = startWorker({ job: 'audit_check', everyMs, log, what: 'the audit log is not checked', work });
  const first = setTimeout(() => worker.wake(), firstMs);
  first.unref();
  return async () => {
    isStopped = true;
    clearTimeout(first);
    await worker.stop();
  };
}
