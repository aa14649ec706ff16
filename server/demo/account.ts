import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { SeedContext } from './context.ts';

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
const addPhone = statement(
  'seed.account.phone',
  `update patient_reminder_settings set sms_phone_number = '+12025550110', appointment_offset = '3Days', follow_up_offset = 'MonthlyDigest', questionnaire_sms = true
   where patient_id = $patientId`,
);

/** What a registration desk knows of the demo's main patient, and how they want to be told. */
export async function seedAccount(db: Db, { patients }: SeedContext): Promise<void> {
  for (const { patientId, username } of patients) {
    if (username !== 'patient') continue;
    const { id } = await db.one(addResource, { patientId });
    await db.run(addDetails, {
      resourceId: id,
      patientId,
      details: JSON.stringify({
        gender: 'female',
        birthCountry: 'US',
        primaryLanguage: 'English',
        maritalStatus: 'Married',
        occupation: 'Bookbinder',
        homePhone: '(202) 555-0111',
        mobilePhone: '(202) 555-0110',
        preferredCommunication: 'Text message',
        advancedDirectiveNote: 'On file since March 2025',
      }),
    });
    await db.run(addPhone, { patientId });
  }
}
