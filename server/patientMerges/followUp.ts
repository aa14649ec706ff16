import { PatientId } from '@portal/api';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { type Access, type Pool, isUnavailable, statement } from '../db/pool.ts';
import { type Worker, startWorker } from '../process/worker.ts';
import { lockBoth, moveEverything } from './merge.ts';
import { faultOf } from '../process/errorCode.ts';

const everyMs = 60_000;

const next = statement(
  'merges.nextToFollow',
  `select id as "mergeId", from_patient_id as "fromPatientId", into_patient_id as "intoPatientId" from patient_merges
   where undone_at is null and follow_at <= now() order by follow_at, id limit 1`,
  v.object({ mergeId: v.number(), fromPatientId: PatientId, intoPatientId: PatientId }),
);
/** At once, then after a minute and ever longer pauses, for a day: no write that began before the merge takes longer. */
const take = statement(
  'merges.follow',
  `update patient_merges set follow_at = case when merged_at > now() - interval '1 day' then now() + greatest(now() - merged_at, interval '1 minute') end
   where id = $mergeId and undone_at is null and follow_at <= now()`,
);
const putOff = statement(
  'merges.putOff',
  "update patient_merges set follow_at = now() + interval '1 hour' where id = $mergeId",
);

/**
 * Moves what has come to one given-up record since its merge: a write that waited for the merge, or that read the patient before it, still
 * names the record of before. Undoing the merge puts it back. False: there was none to look at.
 */
export async function followMerge(pool: Access, log: Logger): Promise<boolean> {
  const found = await pool.db.maybe(next);
  if (found === null) return false;
  const { mergeId, fromPatientId, intoPatientId } = found;
  try {
    await pool.tx(async (tx) => {
      // The patients first, as a merge and its undoing lock them.
      await tx.many(lockBoth, { patientIds: [fromPatientId, intoPatientId] });
      if ((await tx.run(take, { mergeId })) > 0) await moveEverything(tx, mergeId);
    });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    // One that cannot be moved does not keep the others waiting.
    log.error({ err: faultOf(error) }, 'rows of a joined record cannot be moved');
    await pool.db.run(putOff, { mergeId });
  }
  return true;
}

/** Looks every minute for what came to given-up records. Any number of processes may do so on one database. */
export const startFollowingMerges = (pool: Pool, log: Logger): Worker =>
  startWorker({
    job: 'joined_record',
    everyMs,
    log,
    what: 'joined records are not looked after',
    work: () => followMerge(pool, log),
  });
