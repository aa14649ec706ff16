import * as v from 'valibot';
import { EmailAddress } from './accountRules.ts';
import { declareCall } from './call.ts';
import { PatientId } from './ids.ts';
import { changing, ofPatient, reading } from './presets.ts';

const fact = v.nullable(v.string());

/** What the facility's registration has of a patient (specification 3, section 3), read only. */
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
  zipCode: fact,
  country: fact,
  insuranceNote: fact,
  advancedDirectiveNote: fact,
  isClinicalTrial: v.nullable(v.boolean()),
  clinicalTrialID: fact,
});
export type RegistrationDetails = v.InferOutput<typeof RegistrationDetails>;

export const getRegistrationDetails = declareCall({
  ...ofPatient,
  name: 'getRegistrationDetails',
  section: 'any',
  path: '/api/accountsettings/patientregistrationdetails/{patientId}',
  access: ['patient', 'representative'],
  answer: RegistrationDetails,
  audited: true,
});

/** When a reminder is sent (specification 3, section 9). */
export const reminderOffsets = [
  'Off',
  'MonthlyDigest',
  'WeeklyDigest',
  '4Weeks',
  '3Weeks',
  '2Weeks',
  '1Week',
  '3Days',
  '2Days',
  '1Day',
  'OnDay',
] as const;
export const ReminderOffset = v.picklist(reminderOffsets);
export type ReminderOffset = v.InferOutput<typeof ReminderOffset>;

/** The kinds of reminders, as the fields of both settings begin with them. */
export const reminderKinds = ['appointment', 'followUp', 'secureMessage', 'questionnaire'] as const;
export type ReminderKind = (typeof reminderKinds)[number];
export type Channel = 'Email' | 'Sms';

/** By which ways a patient wants to be told of what, and where (specification 3, section 3). */
const settable = {
  followUpEmailEnabled: v.boolean(),
  followUpSmsEnabled: v.boolean(),
  appointmentEmailEnabled: v.boolean(),
  appointmentSmsEnabled: v.boolean(),
  secureMessageEmailEnabled: v.boolean(),
  secureMessageSmsEnabled: v.boolean(),
  questionnaireEmailEnabled: v.boolean(),
  questionnaireSmsEnabled: v.boolean(),
  usePrimaryEmail: v.boolean(),
  nonPrimaryEmailAddress: v.nullable(EmailAddress),
  /** A normalized number: digits with an optional plus. */
  smsPhoneNumber: v.nullable(v.pipe(v.string(), v.regex(/^\+?[0-9]{7,20}$/))),
  appointmentReminderOffset: ReminderOffset,
  followUpReminderOffset: ReminderOffset,
};
export const NewReminderSettings = v.object(settable);
export type NewReminderSettings = v.InferOutput<typeof NewReminderSettings>;

/** The same as they stand, with what only the server knows. */
export const PatientReminderSettings = v.object({
  ...settable,
  /** Mail to the address came back. */
  emailBounced: v.boolean(),
  showAppointmentNotificationDigestHint: v.boolean(),
});
export type PatientReminderSettings = v.InferOutput<typeof PatientReminderSettings>;

/**
 * Saves them; the patient's alone, as they name the patient's own addresses. An other address that is the primary one sets
 * `usePrimaryEmail`. `email_required`, `phone_required`: a channel is on, and there is nowhere to send to.
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
  bodyType: 'json',
  answer: PatientReminderSettings,
  answerType: 'json',
  errors: ['email_required', 'phone_required'],
  invalidates: ['getNotificationSettings'],
});

/** Which reminders a facility sends by which channels, and when unless a patient says otherwise. */
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
