import { Instant, NewReminderSettings, type PatientId, type PatientReminderSettings, RecordTiming } from '@portal/api';
import * as v from 'valibot';
import { auditActor } from '../http/auditActor.ts';
import { type Handlers, type Refuse, orNotFound } from '../http/handler.ts';
import { type Db, statement } from '../db/pool.ts';
import { OfferedReminders } from '../facilities/offeredReminders.ts';

const system = statement(
  'accountSettings.system',
  'select reminder_settings as settings from facilities where id = $facilityId',
  v.object({ settings: OfferedReminders }),
);
const systemOfPatient = statement(
  'accountSettings.systemOfPatient',
  'select f.reminder_settings as settings, p.email_address as email from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId',
  v.object({ settings: OfferedReminders, email: v.nullable(v.string()) }),
);
const saved = statement(
  'accountSettings.reminders',
  `select s.follow_up_email as "followUpEmailEnabled", s.follow_up_sms as "followUpSmsEnabled", s.appointment_email as "appointmentEmailEnabled",
     s.appointment_sms as "appointmentSmsEnabled", s.secure_message_email as "secureMessageEmailEnabled", s.secure_message_sms as "secureMessageSmsEnabled",
     s.questionnaire_email as "questionnaireEmailEnabled", s.questionnaire_sms as "questionnaireSmsEnabled",
     s.record_email as "recordEmailEnabled", s.record_sms as "recordSmsEnabled", coalesce(s.record_timing, 'AtOnce') as "recordTiming", s.use_primary_email as "usePrimaryEmail",
     s.non_primary_email as "nonPrimaryEmailAddress", s.sms_phone_number as "smsPhoneNumber", s.email_bounced_at is not null as "emailBounced", s.email_bounced_at as "emailBouncedAt", s.is_default as "isDefault",
     coalesce(s.appointment_offset, f.reminder_settings ->> 'patientDefaultAppointmentReminderOffset') as "appointmentReminderOffset",
     coalesce(s.follow_up_offset, f.reminder_settings ->> 'patientDefaultFollowUpReminderOffset') as "followUpReminderOffset"
   from patient_reminder_settings s join patients p on p.id = s.patient_id join facilities f on f.id = p.home_facility_id where s.patient_id = $patientId`,
  v.object({
    ...NewReminderSettings.entries,
    nonPrimaryEmailAddress: v.nullable(v.string()),
    smsPhoneNumber: v.nullable(v.string()),
    emailBounced: v.boolean(),
    emailBouncedAt: v.nullable(Instant),
    isDefault: v.boolean(),
    recordEmailEnabled: v.boolean(),
    recordSmsEnabled: v.boolean(),
    recordTiming: RecordTiming,
  }),
);
const save = statement(
  'accountSettings.saveReminders',
  `insert into patient_reminder_settings as s (patient_id, follow_up_email, follow_up_sms, appointment_email, appointment_sms, secure_message_email, secure_message_sms,
     questionnaire_email, questionnaire_sms, use_primary_email, non_primary_email, sms_phone_number, appointment_offset, follow_up_offset,
     record_email, record_sms, record_timing)
   values ($patientId, $followUpEmailEnabled, $followUpSmsEnabled, $appointmentEmailEnabled, $appointmentSmsEnabled, $secureMessageEmailEnabled, $secureMessageSmsEnabled,
     $questionnaireEmailEnabled, $questionnaireSmsEnabled, $usePrimaryEmail, $nonPrimaryEmailAddress, $smsPhoneNumber, $appointmentReminderOffset, $followUpReminderOffset,
     coalesce($recordEmailEnabled::boolean, false), coalesce($recordSmsEnabled::boolean, false), $recordTiming)
   on conflict (patient_id) do update set follow_up_email = excluded.follow_up_email, follow_up_sms = excluded.follow_up_sms, appointment_email = excluded.appointment_email,
     appointment_sms = excluded.appointment_sms, secure_message_email = excluded.secure_message_email, secure_message_sms = excluded.secure_message_sms,
     questionnaire_email = excluded.questionnaire_email, questionnaire_sms = excluded.questionnaire_sms,
     email_bounced_at = case when (excluded.use_primary_email, excluded.non_primary_email) is not distinct from (s.use_primary_email, s.non_primary_email) then s.email_bounced_at end,
     use_primary_email = excluded.use_primary_email, non_primary_email = excluded.non_primary_email, sms_phone_number = excluded.sms_phone_number,
     appointment_offset = excluded.appointment_offset, follow_up_offset = excluded.follow_up_offset, is_default = false,
     record_email = coalesce($recordEmailEnabled::boolean, s.record_email), record_sms = coalesce($recordSmsEnabled::boolean, s.record_sms),
     record_timing = coalesce(excluded.record_timing, s.record_timing)`,
);

/** What a body may leave out stays as it is. */
const leftOut = { recordEmailEnabled: null, recordSmsEnabled: null, recordTiming: null };

/** The saved settings of a patient; null if none were ever saved. */
export async function readReminders(db: Db, patientId: PatientId): Promise<PatientReminderSettings | null> {
  const found = await db.maybe(saved, { patientId });
  if (found === null) return null;
  const isDigest = [found.appointmentReminderOffset, found.followUpReminderOffset].some((offset) =>
    offset.endsWith('Digest'),
  );
  return { ...found, showAppointmentNotificationDigestHint: isDigest };
}

/** Whether reminders go out by a channel: the facility offers it and the patient ticked it (specification 3, section 5). */
function usesChannel(settings: NewReminderSettings, offered: OfferedReminders, channel: 'Email' | 'Sms'): boolean {
  return (
    (offered[`patientAppointment${channel}Enabled`] && settings[`appointment${channel}Enabled`]) ||
    (offered[`patientFollowUp${channel}Enabled`] && settings[`followUp${channel}Enabled`]) ||
    (offered[`patientSecureMessage${channel}Enabled`] && settings[`secureMessage${channel}Enabled`]) ||
    (offered[`patientQuestionnaire${channel}Enabled`] && settings[`questionnaire${channel}Enabled`]) ||
    (offered[`patientRecord${channel}Enabled`] && settings[`record${channel}Enabled`] === true)
  );
}

/** The settings as they are stored, without another address equal to the primary one. Refuses a channel without an address. */
function checked(
  settings: NewReminderSettings,
  offered: OfferedReminders,
  email: string | null,
  refuse: Refuse<'email_required' | 'phone_required'>,
): NewReminderSettings {
  const { nonPrimaryEmailAddress: other } = settings;
  const isPrimary = settings.usePrimaryEmail || (other !== null && other.toLowerCase() === email?.toLowerCase());
  const kept = isPrimary ? { ...settings, usePrimaryEmail: true, nonPrimaryEmailAddress: null } : settings;
  if (usesChannel(kept, offered, 'Email') && (isPrimary ? email : other) === null) throw refuse('email_required');
  if (usesChannel(kept, offered, 'Sms') && kept.smsPhoneNumber === null) throw refuse('phone_required');
  return kept;
}

/** The calls of the notification settings (specification 3, sections 4, 5 and 7). */
export const reminderHandlers = {
  async getSystemReminderSettings({ db, actor }) {
    return (await db.one(system, { facilityId: actor.facilityId })).settings;
  },

  async saveNotificationSettings({ actor, body, params, refuse, tx }) {
    const { patientId } = params;
    return tx(async (within) => {
      const { settings, email } = await within.one(systemOfPatient, { patientId });
      await within.run(save, { patientId, ...leftOut, ...checked(body, settings, email, refuse) });
      await auditActor(within, actor, 'notifications.changed', { patientId });
      return orNotFound(await readReminders(within, patientId));
    });
  },
} satisfies Partial<Handlers>;
