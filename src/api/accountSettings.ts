import * as v from 'valibot';
import { EmailAddress } from './accountRules.ts';
import { declareCall } from './call.ts';
import type { Capability } from './capabilities.ts';
import { PatientId } from './ids.ts';
import { changing, ofPatient, reading } from './presets.ts';
import { type ReminderKind, reminderKinds } from './reminderKinds.ts';
import { Instant, orNull } from './values.ts';

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
export type Channel = 'Email' | 'Sms';

/** Every channel of a notice; `Push` goes to a device. */
export const noticeChannels = ['Email', 'Sms', 'Push'] as const;
export const NoticeChannel = v.picklist(noticeChannels);
export type NoticeChannel = v.InferOutput<typeof NoticeChannel>;

/** A number for text messages, without anything but digits (`plainPhone`). */
export const SmsPhoneNumber = v.pipe(v.string(), v.regex(/^\+?[0-9]{7,20}$/));

/** When a patient hears of what is new in the record. */
export const recordTimings = ['Off', 'AtOnce', 'Daily'] as const;
export const RecordTiming = v.picklist(recordTimings);
export type RecordTiming = v.InferOutput<typeof RecordTiming>;

/** The channels by which a patient wants to be notified of what, and the addresses (specification 3, section 3). */
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
  /** A normalised number: digits with an optional plus. */
  smsPhoneNumber: v.nullable(SmsPhoneNumber),
  appointmentReminderOffset: ReminderOffset,
  followUpReminderOffset: ReminderOffset,
  /** Not in the specification: what is new in the record. What is left out stays as it is. */
  recordEmailEnabled: v.optional(v.boolean()),
  recordSmsEnabled: v.optional(v.boolean()),
  recordTiming: v.optional(RecordTiming),
};
export const NewReminderSettings = v.object(settable);
export type NewReminderSettings = v.InferOutput<typeof NewReminderSettings>;

/** The saved settings, with what only the server knows. */
export const PatientReminderSettings = v.object({
  ...settable,
  /** True when mail to the address came back. */
  emailBounced: v.boolean(),
  emailBouncedAt: v.optional(v.nullable(Instant), null),
  showAppointmentNotificationDigestHint: v.boolean(),
  /** Not in the specification: true for the defaults of a new account, while the patient has chosen nothing. */
  isDefault: v.optional(v.boolean(), false),
});
export type PatientReminderSettings = v.InferOutput<typeof PatientReminderSettings>;

/**
 * How a patient is reminded of appointments or follow-ups; 404: not at all. Without a type, all settings, which only the patient may read;
 * 404: nothing is saved.
 */
export const getNotificationSettings = declareCall({
  ...ofPatient,
  name: 'getNotificationSettings',
  isBackground: true,
  section: { query: 'type', sections: { Appointments: 'Appointments', Followups: 'FollowUpPlan' } },
  path: '/api/patients/{patientId}/NotificationSettings',
  query: { type: v.optional(v.picklist(['Appointments', 'Followups'])) },
  access: ['patient', 'representative'],
  answer: v.union([
    PatientReminderSettings,
    v.object({ patientSettings: v.object({ email: v.boolean(), sms: v.boolean() }) }),
  ]),
  audited: false,
});

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
  bodyType: 'json',
  answer: PatientReminderSettings,
  answerType: 'json',
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
  answerType: 'json',
});

/** The secret of a stop link. */
const StopToken = v.pipe(v.string(), v.minLength(1), v.maxLength(256));
/**
 * What a stop link can stop: one channel and, for each kind of its notice, whether it is still sent and whether the link was used for it. A
 * link works once for each kind.
 */
export const StopLink = v.object({
  channel: NoticeChannel,
  kinds: v.array(
    v.object({ kind: v.picklist(reminderKinds), isOn: v.boolean(), isUsed: v.optional(v.boolean(), false) }),
  ),
});
export type StopLink = v.InferOutput<typeof StopLink>;

const byStopLink = {
  ...changing,
  method: 'POST',
  access: 'everyone',
  answer: StopLink,
  bodyType: 'json',
  answerType: 'json',
  errors: ['link_expired'],
} as const;

/** What the link of a notice would stop. A POST, so that the token is in no log. */
export const readStopLink = declareCall({
  ...byStopLink,
  name: 'readStopLink',
  isOurs: true,
  path: '/api/notices/stopLink',
  body: v.object({ token: StopToken }),
});

/**
 * Stops notices of one kind, or of every kind of the link, by its channel; once for each kind. Needs no sign-in. A link that was never made
 * is `link_expired`.
 */
export const stopNotices = declareCall({
  ...byStopLink,
  name: 'stopNotices',
  isOurs: true,
  path: '/api/notices/stop',
  body: v.object({ token: StopToken, kind: v.optional(v.picklist(reminderKinds)) }),
});

/**
 * Sent by a mail program when somebody presses its own "Unsubscribe" (RFC 8058). It sends a form, which is ignored. `link_expired` also if
 * the link was used before and the person has turned the notices on again.
 */
export const unsubscribe = declareCall({
  ...changing,
  name: 'unsubscribe',
  isOurs: true,
  method: 'POST',
  path: '/api/notices/unsubscribe',
  access: 'everyone',
  query: { token: StopToken },
  errors: ['link_expired'],
});
