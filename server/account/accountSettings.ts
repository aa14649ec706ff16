import {
  Instant,
  type NewReminderSettings,
  type PatientId,
  ReminderOffset,
  SystemReminderSettings,
  type PatientReminderSettings,
} from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { type Handlers, type Refuse, notFound } from '../http/handler.ts';
import { type Db, statement } from '../db/pool.ts';

const Fact = v.nullish(v.string());
/** What a source says about a person. Facts that it left out are missing here as well. */
const Details = v.object({
  gender: Fact,
  birthCountry: Fact,
  ethnicity: Fact,
  race: Fact,
  religion: Fact,
  primaryLanguage: Fact,
  citizenship: Fact,
  maritalStatus: Fact,
  mothersMaidenName: Fact,
  occupation: Fact,
  homePhone: Fact,
  mobilePhone: Fact,
  preferredCommunication: Fact,
  insuranceNote: Fact,
  advancedDirectiveNote: Fact,
  isClinicalTrial: v.nullish(v.boolean()),
  clinicalTrialID: Fact,
});
const Person = v.object({
  fullName: v.string(),
  mrn: v.string(),
  dateOfBirth: v.string(),
  primaryEmail: v.nullable(v.string()),
  address1: v.nullable(v.string()),
  address2: v.nullable(v.string()),
  city: v.nullable(v.string()),
  zipCode: v.nullable(v.string()),
  state: v.nullable(v.string()),
  country: v.nullable(v.string()),
  /** Telephones that staff accepted after the last source that names one; null: the person no longer has that telephone. */
  accepted: v.record(v.string(), v.nullable(v.string())),
  /** What each source says, newest first. */
  said: v.array(v.object({ type: v.string(), source: v.string(), sourceName: v.string(), details: Details })),
  /** The source whose facts come before those of the others; null: none does. */
  leading: v.nullable(v.string()),
});
const person = statement(
  'accountSettings.person',
  `select p.first_name || ' ' || p.last_name as "fullName", p.mrn, p.date_of_birth as "dateOfBirth", p.email_address as "primaryEmail",
     p.address1, p.address2, p.city, p.zip_code as "zipCode", p.state, p.country,
     (select coalesce(jsonb_object_agg(n.kind || 'Phone', n.phone), '{}') from patient_phones n where n.patient_id = p.id and n.set_at > coalesce((
        select max(coalesce(r.last_updated, r.imported_at)) from registration_details d join record_resources r on r.id = d.resource_id
        where d.patient_id = p.id and not r.is_hidden and d.details ? (n.kind || 'Phone')), '-infinity')) as accepted,
     f.registration_source as leading,
     (select coalesce(jsonb_agg(jsonb_build_object('type', r.type, 'source', r.source, 'sourceName', coalesce(x.display_name, r.source), 'details', d.details) order by coalesce(r.last_updated, r.imported_at) desc, r.id desc), '[]')
      from registration_details d join record_resources r on r.id = d.resource_id
        left join external_systems x on x.facility_id = f.id and x.record_source = r.source
      where d.patient_id = p.id and not r.is_hidden) as said
   from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId`,
  Person,
);

type Said = v.InferOutput<typeof Person>['said'];
type Facts = v.InferOutput<typeof Details>;
type FactName = keyof Facts;
const factNames = Object.keys(Details.entries).filter((name): name is FactName => name in Details.entries);
const says = (fact: Facts[FactName]): fact is string | boolean => fact !== null && fact !== undefined;

/** A trial's number is taken together with participation: one source's number next to another's "No" would contradict it. */
const trial: readonly FactName[] = ['isClinicalTrial', 'clinicalTrialID'];
const togetherWith = (name: FactName): readonly FactName[] => (trial.includes(name) ? trial : [name]);

/**
 * Takes each fact from the newest source that gives it: the leading source before others, a Patient resource before others. So a source
 * that knows little of somebody removes nothing. Insurances of all sources are kept. `differences`: the facts on which sources disagree,
 * and what each says.
 */
export function factsOf(said: Said, leading: string | null = null) {
  const ranked = said.toSorted(
    (one, other) =>
      Number(other.source === leading) - Number(one.source === leading) ||
      Number(other.type === 'Patient') - Number(one.type === 'Patient'),
  );
  const sayingOf = (name: FactName) =>
    ranked.filter(({ details }) => togetherWith(name).some((one) => says(details[one])));
  const facts = Object.fromEntries(
    factNames.flatMap((name) => {
      const fact = sayingOf(name)[0]?.details[name];
      return says(fact) ? [[name, fact] as const] : [];
    }),
  );
  const notes = [...new Set(ranked.flatMap(({ details: { insuranceNote } }) => insuranceNote ?? []))];
  const differences = factNames.flatMap((fact) => {
    const [first, ...more] = sayingOf(fact);
    const value = first?.details[fact];
    if (first === undefined || fact === 'insuranceNote' || !says(value)) return [];
    const seen = new Set([first.source]);
    const others = more.flatMap(({ source, sourceName, details }) => {
      const other = details[fact];
      if (seen.has(source) || !says(other)) return [];
      seen.add(source);
      return other === value ? [] : [{ source: sourceName, value: other }];
    });
    return others.length === 0 ? [] : [{ fact, source: first.sourceName, others }];
  });
  return {
    facts: v.parse(Details, { ...facts, ...(notes.length > 0 && { insuranceNote: notes.join('; ') }) }),
    differences,
  };
}

/** A patient's registration details: who they are comes from the portal itself, everything else from sources of records. */
export const readRegistration = async (db: Db, patientId: PatientId) => (await readWithSources(db, patientId)).details;

async function readWithSources(db: Db, patientId: PatientId) {
  const found = await db.maybe(person, { patientId });
  if (found === null) throw notFound();
  const { said: all, accepted, leading, ...own } = found;
  const { facts: said, differences } = factsOf(all, leading);
  const fact = (name: Exclude<keyof typeof Details.entries, 'isClinicalTrial'>) => said[name] ?? null;
  const phone = (name: 'homePhone' | 'mobilePhone') => {
    const number = accepted[name];
    return number === undefined ? fact(name) : number;
  };
  const details = {
    ...own,
    gender: fact('gender'),
    birthCountry: fact('birthCountry'),
    ethnicity: fact('ethnicity'),
    race: fact('race'),
    religion: fact('religion'),
    primaryLanguage: fact('primaryLanguage'),
    citizenship: fact('citizenship'),
    maritalStatus: fact('maritalStatus'),
    mothersMaidenName: fact('mothersMaidenName'),
    occupation: fact('occupation'),
    homePhone: phone('homePhone'),
    mobilePhone: phone('mobilePhone'),
    preferredCommunication: fact('preferredCommunication'),
    insuranceNote: fact('insuranceNote'),
    advancedDirectiveNote: fact('advancedDirectiveNote'),
    isClinicalTrial: said.isClinicalTrial ?? null,
    clinicalTrialID: fact('clinicalTrialID'),
  };
  // A telephone that staff accepted comes from this facility, not from a source of records.
  return { details, differences: differences.filter(({ fact: name }) => accepted[name] === undefined) };
}

const system = statement(
  'accountSettings.system',
  'select reminder_settings as settings from facilities where id = $facilityId',
  v.object({ settings: SystemReminderSettings }),
);
const systemOfPatient = statement(
  'accountSettings.systemOfPatient',
  'select f.reminder_settings as settings, p.email_address as email from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId',
  v.object({ settings: SystemReminderSettings, email: v.nullable(v.string()) }),
);
const saved = statement(
  'accountSettings.reminders',
  `select s.follow_up_email as "followUpEmailEnabled", s.follow_up_sms as "followUpSmsEnabled", s.appointment_email as "appointmentEmailEnabled",
     s.appointment_sms as "appointmentSmsEnabled", s.secure_message_email as "secureMessageEmailEnabled", s.secure_message_sms as "secureMessageSmsEnabled",
     s.questionnaire_email as "questionnaireEmailEnabled", s.questionnaire_sms as "questionnaireSmsEnabled", s.use_primary_email as "usePrimaryEmail",
     s.non_primary_email as "nonPrimaryEmailAddress", s.sms_phone_number as "smsPhoneNumber", s.email_bounced_at is not null as "emailBounced", s.email_bounced_at as "emailBouncedAt", s.is_default as "isDefault",
     coalesce(s.appointment_offset, f.reminder_settings ->> 'patientDefaultAppointmentReminderOffset') as "appointmentReminderOffset",
     coalesce(s.follow_up_offset, f.reminder_settings ->> 'patientDefaultFollowUpReminderOffset') as "followUpReminderOffset"
   from patient_reminder_settings s join patients p on p.id = s.patient_id join facilities f on f.id = p.home_facility_id where s.patient_id = $patientId`,
  v.object({
    followUpEmailEnabled: v.boolean(),
    followUpSmsEnabled: v.boolean(),
    appointmentEmailEnabled: v.boolean(),
    appointmentSmsEnabled: v.boolean(),
    secureMessageEmailEnabled: v.boolean(),
    secureMessageSmsEnabled: v.boolean(),
    questionnaireEmailEnabled: v.boolean(),
    questionnaireSmsEnabled: v.boolean(),
    usePrimaryEmail: v.boolean(),
    nonPrimaryEmailAddress: v.nullable(v.string()),
    smsPhoneNumber: v.nullable(v.string()),
    emailBounced: v.boolean(),
    emailBouncedAt: v.nullable(Instant),
    isDefault: v.boolean(),
    appointmentReminderOffset: ReminderOffset,
    followUpReminderOffset: ReminderOffset,
  }),
);
const save = statement(
  'accountSettings.saveReminders',
  `insert into patient_reminder_settings as s (patient_id, follow_up_email, follow_up_sms, appointment_email, appointment_sms, secure_message_email, secure_message_sms,
     questionnaire_email, questionnaire_sms, use_primary_email, non_primary_email, sms_phone_number, appointment_offset, follow_up_offset)
   values ($patientId, $followUpEmailEnabled, $followUpSmsEnabled, $appointmentEmailEnabled, $appointmentSmsEnabled, $secureMessageEmailEnabled, $secureMessageSmsEnabled,
     $questionnaireEmailEnabled, $questionnaireSmsEnabled, $usePrimaryEmail, $nonPrimaryEmailAddress, $smsPhoneNumber, $appointmentReminderOffset, $followUpReminderOffset)
   on conflict (patient_id) do update set follow_up_email = excluded.follow_up_email, follow_up_sms = excluded.follow_up_sms, appointment_email = excluded.appointment_email,
     appointment_sms = excluded.appointment_sms, secure_message_email = excluded.secure_message_email, secure_message_sms = excluded.secure_message_sms,
     questionnaire_email = excluded.questionnaire_email, questionnaire_sms = excluded.questionnaire_sms,
     email_bounced_at = case when (excluded.use_primary_email, excluded.non_primary_email) is not distinct from (s.use_primary_email, s.non_primary_email) then s.email_bounced_at end,
     use_primary_email = excluded.use_primary_email, non_primary_email = excluded.non_primary_email, sms_phone_number = excluded.sms_phone_number,
     appointment_offset = excluded.appointment_offset, follow_up_offset = excluded.follow_up_offset, is_default = false`,
);

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
export function usesChannel(
  settings: NewReminderSettings,
  offered: SystemReminderSettings,
  channel: 'Email' | 'Sms',
): boolean {
  return (
    (offered[`patientAppointment${channel}Enabled`] && settings[`appointment${channel}Enabled`]) ||
    (offered[`patientFollowUp${channel}Enabled`] && settings[`followUp${channel}Enabled`]) ||
    (offered[`patientSecureMessage${channel}Enabled`] && settings[`secureMessage${channel}Enabled`]) ||
    (offered[`patientQuestionnaire${channel}Enabled`] && settings[`questionnaire${channel}Enabled`])
  );
}

/** The settings as they are stored, without another address equal to the primary one. Refuses a channel without an address. */
function checked(
  settings: NewReminderSettings,
  offered: SystemReminderSettings,
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

/** The calls of the account page (specification 3, sections 4, 5 and 7). */
export const accountSettingsHandlers: Pick<
  Handlers,
  'getRegistrationDetails' | 'saveNotificationSettings' | 'getSystemReminderSettings'
> = {
  async getRegistrationDetails({ db, params }) {
    const { details, differences } = await readWithSources(db, params.patientId);
    return { ...details, differences };
  },

  async getSystemReminderSettings({ db, actor }) {
    return (await db.one(system, { facilityId: actor.facilityId })).settings;
  },

  async saveNotificationSettings({ actor, body, params, refuse, tx }) {
    const { patientId } = params;
    return tx(async (within) => {
      const { settings, email } = await within.one(systemOfPatient, { patientId });
      await within.run(save, { patientId, ...checked(body, settings, email, refuse) });
      await audit(within, {
        type: 'notifications.changed',
        actor,
        patientId,
        facilityId: actor.facilityId,
      });
      const now = await readReminders(within, patientId);
      if (now === null) throw notFound();
      return now;
    });
  },
};
