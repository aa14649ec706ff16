import * as v from 'valibot';
import { declareCall } from './call.ts';
import type { Capability } from './capabilities.ts';
import { PatientId } from './ids.ts';
import { changing, ofPatient, reading } from './presets.ts';
import { orNull } from './values.ts';
import {
  NewReminderSettings,
  NoticeChannel,
  PatientReminderSettings,
  ReminderOffset,
  type ReminderKind,
} from './reminderSettings.ts';

const fact = orNull(v.string());

/** What the facility's registration knows about a patient (specification 3, section 3); read only. */
export const RegistrationDetails = v.object({
  fullName: v.string(),
  mrn: v.string(),
  /** As the source has it: a day, a month or a year. */
  dateOfBirth: v.string(),
  gender: fact,
  birthCountry: fact,
  ethnicity: fact,
  race: fact,
  religion: fact,
  primaryLanguage: fact,
  citizenship: fact,
  maritalStatus: fact,
  mothersMaidenName: fact,
  occupation: fact,
  homePhone: fact,
  mobilePhone: fact,
  primaryEmail: fact,
  preferredCommunication: fact,
  address1: fact,
  address2: fact,
  city: fact,
  state: fact,
  /** Not in the specification. */
  zipCode: fact,
  country: fact,
  insuranceNote: fact,
  advancedDirectiveNote: fact,
  isClinicalTrial: orNull(v.boolean()),
  clinicalTrialID: fact,
  /** Facts on which sources differ: the source of the shown value, and what the other sources say. */
  differences: v.optional(
    v.array(
      v.object({
        fact: v.string(),
        source: v.string(),
        others: v.array(v.object({ source: v.string(), value: v.union([v.string(), v.boolean()]) })),
      }),
    ),
  ),
});
export type RegistrationDetails = v.InferOutput<typeof RegistrationDetails>;

export const getRegistrationDetails = declareCall({
  ...ofPatient,
  name: 'getRegistrationDetails',
  isBackground: true,
  section: 'HealthSummary',
  path: '/api/accountsettings/patientregistrationdetails/{patientId}',
  access: ['patient', 'representative'],
  answer: RegistrationDetails,
  audited: true,
});

/** The name of each kind in what the system offers, and the modules of which one must be on: nobody is reminded who has none of them. */
export const reminders = {
  appointment: { offered: 'Appointment', modules: ['Appointments'] },
  followUp: { offered: 'FollowUp', modules: ['FollowUpPlan'] },
  secureMessage: { offered: 'SecureMessage', modules: ['SecureMessages'] },
  questionnaire: { offered: 'Questionnaire', modules: ['Questionnaires'] },
  record: {
    offered: 'Record',
    modules: ['TestResults', 'MedicalNotes', 'TreatmentSummary', 'Dashboard.HealthSummary'],
  },
} as const satisfies Readonly<
  Record<ReminderKind, { readonly offered: string; readonly modules: readonly Capability[] }>
>;

/**
 * Saves the settings. Only the patient may, because they contain the patient's own addresses. Another address that equals the primary one
 * sets `usePrimaryEmail`. `email_required`, `phone_required`: a channel is on and has no address.
 */
export const saveNotificationSettings = declareCall({
  ...changing,
  name: 'saveNotificationSettings',
  method: 'PUT',
  path: '/api/patients/{patientId}/NotificationSettings',
  params: { patientId: PatientId },
  access: ['patient'],
  ownOnly: true,
  body: NewReminderSettings,
  answer: PatientReminderSettings,
  errors: ['email_required', 'phone_required'],
  invalidates: ['getNotificationSettings'],
});

/** Which reminders a facility sends by which channels, and when, unless a patient chooses otherwise. */
export const SystemReminderSettings = v.object({
  patientFollowUpEmailEnabled: v.boolean(),
  patientFollowUpSmsEnabled: v.boolean(),
  patientAppointmentEmailEnabled: v.boolean(),
  patientAppointmentSmsEnabled: v.boolean(),
  patientSecureMessageEmailEnabled: v.boolean(),
  patientSecureMessageSmsEnabled: v.boolean(),
  patientQuestionnaireEmailEnabled: v.boolean(),
  patientQuestionnaireSmsEnabled: v.boolean(),
  patientDefaultAppointmentReminderOffset: ReminderOffset,
  patientDefaultFollowUpReminderOffset: ReminderOffset,
  /** Not in the specification: whether a new account is notified of new messages by email until the patient chooses; left out: yes. */
  patientDefaultSecureMessageEmailEnabled: v.optional(v.boolean()),
  /** Not in the specification: notices of what is new in the record, and whether a new account gets them by email; left out: as of messages. */
  patientRecordEmailEnabled: v.optional(v.boolean()),
  patientRecordSmsEnabled: v.optional(v.boolean()),
  patientDefaultRecordEmailEnabled: v.optional(v.boolean()),
});
export type SystemReminderSettings = v.InferOutput<typeof SystemReminderSettings>;

export const getSystemReminderSettings = declareCall({
  ...reading,
  name: 'getSystemReminderSettings',
  path: '/api/systemremindersettings',
  access: ['patient', 'representative'],
  answer: SystemReminderSettings,
  staleTime: 60_000,
  offline: 'keep',
  audited: false,
});

/** Sends a test notice by every channel of the saved settings. The answer names them; none: nothing is chosen or can be reached. */
export const sendTestNotice = declareCall({
  ...changing,
  name: 'sendTestNotice',
  isOurs: true,
  method: 'POST',
  path: '/api/patients/{patientId}/NotificationSettings/test',
  params: { patientId: PatientId },
  access: ['patient'],
  ownOnly: true,
  answer: v.object({ channels: v.array(NoticeChannel) }),
});
