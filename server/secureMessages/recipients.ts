import { MessageAnswerer, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { answererOf, takesMessages } from './sql.ts';

const team = statement(
  'messages.recipients',
  `select coalesce(json_agg(${answererOf(takesMessages)} order by lower(c.last_name), lower(c.first_name), t.id), '[]') as recipients
   from care_team_members t join care_providers c on c.id = t.care_provider_id where t.patient_id = $patientId`,
  v.object({ recipients: v.array(MessageAnswerer) }),
);
const settings = statement(
  'messages.settings',
  'select f.message_settings as settings from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId',
  v.object({ settings: v.unknown() }),
);

/** Monday to Friday. */
const usualDays = [1, 2, 3, 4, 5];
/** A facility's settings for messages. What it leaves out is not shown. */
export const MessageSettings = v.object({
  emergencyPhone: v.optional(v.nullable(v.string()), null),
  urgentName: v.optional(v.nullable(v.string()), null),
  urgentPhone: v.optional(v.nullable(v.string()), null),
  workingDays: v.optional(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))), usualDays),
  /** Who is notified of messages that nobody has opened within so many working days; null: nobody. */
  supervisorEmail: v.optional(v.nullable(v.string()), null),
  unopenedAfterDays: v.optional(v.nullable(v.number()), null),
});
export type MessageSettings = v.InferOutput<typeof MessageSettings>;

/** The care team, which of them take messages, and the texts above the message. */
export async function readRecipients(db: Db, patientId: PatientId) {
  const { recipients } = await db.one(team, { patientId });
  const { emergencyPhone, urgentName, urgentPhone, workingDays } = v.parse(
    MessageSettings,
    (await db.one(settings, { patientId })).settings,
  );
  return { recipients, emergencyPhone, urgentName, urgentPhone, workingDays };
}
