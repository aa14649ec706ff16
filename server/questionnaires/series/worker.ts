import type { Logger } from 'pino';
import { startWorker, type Worker } from '../../process/worker.ts';
import { backlog } from '../../db/backlog.ts';
import { type Access, isUnavailable, type Pool } from '../../db/pool.ts';
import { keepNextSeries, noteChangedVisits, putOffOneSeries } from './keep.ts';
import { faultOf } from '../../process/errorCode.ts';

const everyMs = 60_000;

backlog('questionnaire_series', {
  rows: 'questionnaire_series where look_at <= now() and stopped_at is null',
  order: 'look_at',
  since: 'look_at',
  due: 'look_at',
});

/** One turn: notes changed visits and looks at one series. True if there may be more. */
export async function keepNext(pool: Access, now: Date, log: Logger): Promise<boolean> {
  const changed = await pool.tx((tx) => noteChangedVisits(tx, now));
  try {
    return (await pool.tx((tx) => keepNextSeries(tx, now))) !== null || changed > 0;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    log.error({ err: faultOf(error) }, 'a series of questionnaires cannot be kept');
    return (await putOffOneSeries(pool.db, now)) > 0;
  }
}

/**
 * Makes the questionnaires of series ahead of time, every minute. Any number of processes may do so: each series is locked by one at a
 * time, and each turn exists once at most. A process that dies leaves either all or none of its changes to a series.
 */
export const startKeepingSeries = (pool: Pool, log: Logger): Pick<Worker, 'stop'> =>
  startWorker({
    job: 'questionnaire_series',
    everyMs,
    log,
    what: 'series of questionnaires are not kept',
    work: () => keepNext(pool, new Date(), log),
  });
