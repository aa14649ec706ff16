import type { FacilityId, PatientId } from '@portal/api';
import { UserId } from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import { endSessions } from '../credentials/tokens.ts';
import { type Db, statement } from '../db/pool.ts';

const note = statement(
  'deceased.note',
  `update patients set deceased_since = now() where id = $patientId and deceased_since is null returning user_id as "userId"`,
  v.object({ userId: UserId }),
);
const close = statement(
  'deceased.close',
  "update users set closed_because = 'deceased', disabled_at = coalesce(disabled_at, now()) where id = $userId and closed_because is null",
);
/** An account that staff had switched off before stays so. */
const reopen = statement(
  'deceased.reopen',
  `update users u set closed_because = null, disabled_at = case when u.disabled_at < p.deceased_since then u.disabled_at end
   from patients p where p.id = $patientId and u.id = p.user_id and u.closed_because = 'deceased'`,
);
const takeBack = statement(
  'deceased.takeBack',
  'update patients set deceased_since = null where id = $patientId and deceased_since is not null',
);
const endSeries = statement(
  'deceased.endSeries',
  'update questionnaire_series set look_at = null where patient_id = $patientId and stopped_at is null',
);
const resumeSeries = statement(
  'deceased.resumeSeries',
  'update questionnaire_series set look_at = now() where patient_id = $patientId and stopped_at is null',
);
// Whoever looks finds that nothing is to be told any more, and withdraws what waits to go out; or plans it again.
const lookAtNotices = statement(
  'deceased.lookAtNotices',
  "update notice_agenda set look_at = '-infinity' where patient_id = $patientId",
);

/**
 * Notes that a patient has died, or that this was an error: the account is closed, and notices and series end, or all of it goes on. What
 * those who act for the patient may still do follows from it (`current_representatives`, `current_rights`).
 */
export async function setDeceased(
  tx: Db,
  who: { readonly patientId: PatientId; readonly facilityId: FacilityId },
  isDeceased: boolean,
  actor: AuditActor,
): Promise<boolean> {
  const { patientId } = who;
  if (isDeceased) {
    const noted = await tx.maybe(note, { patientId });
    if (noted === null) return false;
    await tx.run(close, { userId: noted.userId });
    await endSessions(tx, noted.userId, 'patient_died');
    await tx.run(endSeries, { patientId });
  } else {
    await tx.run(reopen, { patientId });
    if ((await tx.run(takeBack, { patientId })) === 0) return false;
    await tx.run(resumeSeries, { patientId });
  }
  await tx.run(lookAtNotices, { patientId });
  await audit(tx, { type: isDeceased ? 'patient.died' : 'patient.diedInError', actor, ...who });
  return true;
}
