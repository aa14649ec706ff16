import { type CallName, type CallShape, calls } from '@portal/api';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { countUse } from './limits.ts';
import { audit } from '../audit/audit.ts';
import { type Pool, statement } from '../db/pool.ts';
import type { DeniedAccess } from './handler.ts';

const windowSeconds = 15 * 60;
/** Within a window, each of a person's first refusals gets an audit row; after those, one row each time that their number doubles. */
const eachOfFirst = 20;
const firstDouble = 25;
/** How many rows may be in the course of being written at once. Further refusals get no row. */
const mostPending = 20;

/** Whether the refusal with this number gets a row. A flood of a million leaves about forty rows. */
export const getsRow = (times: number): boolean =>
  times <= eachOfFirst || (times >= firstDouble && Number.isInteger(Math.log2(times / firstDouble)));

const whatOf = statement(
  'refusedAccess.what',
  `select exists (select from patients where id = $patientId) as "isPatient",
     exists (select from current_representatives where user_id = $userId and patient_id = $patientId) as "isLinked"`,
  v.object({ isPatient: v.boolean(), isLinked: v.boolean() }),
);

/** Writes into the audit that somebody tried to reach what is not theirs. The caller does not wait for it. */
export type NoteRefused = (call: CallName, denied: DeniedAccess, addressMark: string) => void;

/** Makes the function that audits refused access: after the answer, so that its time does not reveal whose record it is or if it exists. */
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
      // Only an existing patient has a chain: anybody can make up a number.
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
