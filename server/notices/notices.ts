import type { Logger } from 'pino';
import { type Worker, startWorker } from '../process/worker.ts';
import { backlog } from '../db/backlog.ts';
import { type Access, type Db, type Pool, isUnavailable, statement } from '../db/pool.ts';
import type { Mailer } from '../mail/mailer.ts';
import { type Turn, tellDue } from './send.ts';
import { faultOf } from '../process/errorCode.ts';

/** How many patients one transaction handles. */
const atOnce = 50;

backlog('notice_agenda', {
  rows: 'notice_agenda where look_at <= now()',
  order: 'look_at',
  since: "nullif(look_at, '-infinity')",
  due: "nullif(look_at, '-infinity')",
});

/** If a patient's notice cannot be written, that patient is put off for an hour, so that the others are not delayed. */
const putOff = statement(
  'notices.putOff',
  `update notice_agenda set look_at = $now::timestamptz + interval '1 hour'
   where patient_id = (select patient_id from notice_agenda where look_at <= $now order by look_at limit 1 for update skip locked)`,
);

export interface NoticeSettings {
  readonly portalUrl: string | null;
  readonly log: Logger;
  readonly count?: number;
}

/** One turn: writes the due notices of at most `count` patients. If one of them causes an error, patients are handled one at a time. */
export async function tellNext(pool: Access, now: Date, settings: NoticeSettings): Promise<Turn> {
  const { portalUrl, log, count = atOnce } = settings;
  try {
    return await pool.tx((tx) => tellDue(tx, now, count, portalUrl));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (count > 1) return tellNext(pool, now, { ...settings, count: 1 });
    log.error({ err: faultOf(error) }, 'a notice cannot be written');
    return { patients: await putOffOne(pool.db, now), things: 0, messages: 0 };
  }
}
const putOffOne = (db: Db, now: Date): Promise<number> => db.run(putOff, { now });

/** Writes due notices at regular intervals, unless the interval is 0. Any number of processes may do so on one database. */
export function startNotices(
  pool: Pool,
  log: Logger,
  mailer: Mailer,
  { portalUrl, noticeSeconds }: { readonly portalUrl: string | null; readonly noticeSeconds: number },
): Pick<Worker, 'stop'> {
  if (noticeSeconds === 0) return { stop: () => Promise.resolve() };
  return startWorker({
    job: 'notice_agenda',
    everyMs: noticeSeconds * 1000,
    log,
    what: 'notices are not looked for',
    work: async () => {
      const { patients, messages } = await tellNext(pool, new Date(), { portalUrl, log });
      if (messages > 0) mailer.wake();
      return patients > 0;
    },
  });
}
