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
