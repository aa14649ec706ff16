import type { PatientId } from '@portal/api';
import { type Db, statement } from '../db/pool.ts';

const add = statement(
  'notices.defaults',
  `insert into patient_reminder_settings (patient_id, secure_message_email, record_email, is_default)
   select p.id, starts.with_messages, coalesce((f.reminder_settings ->> 'patientDefaultRecordEmailEnabled')::boolean, starts.with_messages), true
   from patients p join facilities f on f.id = p.home_facility_id
     cross join lateral (select coalesce((f.reminder_settings ->> 'patientDefaultSecureMessageEmailEnabled')::boolean, true) as with_messages) starts where p.id = $patientId on conflict (patient_id) do nothing`,
);

/** What a patient is notified of until they choose: new messages and what is new in the record, by email, unless the facility has another default. */
export async function startNotices(tx: Db, patientId: PatientId): Promise<void> {
  await tx.run(add, { patientId });
}

const stop = statement('notices.stop', 'delete from notice_agenda where patient_id = $patientId');
const resume = statement(
  'notices.resume',
  `insert into notice_agenda (patient_id, look_at) select patient_id, '-infinity' from patient_reminder_settings where patient_id = $patientId
   on conflict (patient_id) do nothing`,
);

/** Ends the notices about somebody who has died, so that nobody is reminded of their visits; or lets them go on where that was an error. */
export const endNotices = (tx: Db, patientId: PatientId, isEnded: boolean): Promise<number> =>
  tx.run(isEnded ? stop : resume, { patientId });
