import { type CallName, type CallShape, calls } from '@portal/api';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { countUse } from './limits.ts';
import { audit } from '../audit/audit.ts';
import { type Pool, statement } from '../db/pool.ts';
import type { DeniedAccess } from './handler.ts';

const windowSeconds = 15 * 60;
/** Of one person within a window each of the first is written, then every one that doubles their number. */
const eachOfFirst = 20;
const firstDouble = 25;
/** How many may be on their way to the database at once. */
const mostPending = 20;

/** Whether the refusal of this number gets a row: so a flood of a million leaves some forty. */
export const getsRow = (times: number): boolean =>
  times <= eachOfFirst || (times >= firstDouble && Number.isInteger(Math.log2(times / firstDouble)));

const whatOf = statement(
  'refusedAccess.what',
  `select exists (select from patients where id = $patientId) as "isPatient",
     exists (select from representative_links where user_id = $userId and patient_id = $patientId and revoked_at is null) as "isLinked"`,
  v.object({ isPatient: v.boolean(), isLinked: v.boolean() }),
);

/** Writes down that somebody was refused what is not theirs; gives nothing to wait for. */
export type NoteRefused = (call: CallName, denied: DeniedAccess, addressMark: string) => void;

/**
 * Makes what writes refused access into the audit, after the answer has gone: an answer takes as long whoever's record was asked for,
 * and whether there is such a record or not.
 */
export function refusedAccessNoter({ db }: Pick<Pool, 'db'>, log: Logger): NoteRefused {
  let pending = 0;
  const write = async (call: CallName, { actor, patientId, why }: DeniedAccess, from: string): Promise<void> => {
    const times = await countUse(db, 'refused access', String(actor.userId), windowSeconds);
    if (!getsRow(times)) return;
    const { isPatient, isLinked } = await db.one(whatOf, { patientId, userId: actor.userId });
    const lacksRight = why === 'record' && isLinked;
    const { isBackground }: CallShape = calls[call];
    await audit(db, {
      type: 'access.refused',
      actor,
      // A chain only for whom there is: anybody can think of numbers.
      patientId: isPatient ? patientId : null,
      facilityId: actor.facilityId,
      detail: {
        call,
        why: lacksRight ? 'right' : why,
        from,
        times,
        ...(lacksRight && isBackground === true ? { background: true } : {}),
      },
    });
  };
  return (call, denied, addressMark) => {
    if (pending >= mostPending) return;
    pending += 1;
    write(call, denied, addressMark)
      .catch((error: unknown) =>
        log.warn({ type: error instanceof Error ? error.name : 'unknown' }, 'refused access is not in the audit'),
      )
      .finally(() => {
        pending -= 1;
      });
  };
}
