import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { DemoContext } from './context.ts';
import { dataList } from './data.ts';

const addResource = statement(
  'seed.account.resource',
  `insert into record_resources (source, type, resource_id, patient_id, status, is_hidden, content_hash)
   values ('demo', 'Patient', 'demo-' || $patientId::bigint, $patientId, null, false, 'demo') returning id`,
  v.object({ id: v.number() }),
);
const addDetails = statement(
  'seed.account.details',
  'insert into registration_details (resource_id, patient_id, details) values ($resourceId, $patientId, $details::jsonb)',
);
const addReminders = statement(
  'seed.account.reminders',
  `insert into patient_reminder_settings (patient_id, appointment_email, follow_up_email, follow_up_sms, questionnaire_sms, sms_phone_number, appointment_offset, follow_up_offset)
   values ($patientId, $appointmentEmail, $followUpEmail, $followUpSms, $questionnaireSms, $smsPhoneNumber, $appointmentOffset, $followUpOffset)`,
);
const Account = v.strictObject({
  patient: v.string(),
  registration: v.record(v.string(), v.string()),
  reminders: v.strictObject({
    appointmentEmail: v.boolean(),
    followUpEmail: v.boolean(),
    followUpSms: v.boolean(),
    questionnaireSms: v.boolean(),
    smsPhoneNumber: v.string(),
    appointmentOffset: v.string(),
    followUpOffset: v.string(),
  }),
});

export async function seedAccounts(db: Db, context: DemoContext): Promise<void> {
  for (const { patient, registration, reminders } of await dataList('accounts.json', Account)) {
    const { patientId } = context.patient(patient);
    const { id: resourceId } = await db.one(addResource, { patientId });
    await db.run(addDetails, { resourceId, patientId, details: JSON.stringify(registration) });
    await db.run(addReminders, { ...reminders, patientId });
  }
}
