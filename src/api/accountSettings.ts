import * as v from 'valibot';
import { EmailAddress } from './accountRules.ts';
import { declareCall } from './call.ts';
import { PatientId } from './ids.ts';
import { changing, ofPatient, reading } from './presets.ts';
import { Instant, orNull } from './values.ts';

const fact = orNull(v.string());

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
  /** Ours. */
  zipCode: fact,
  country: fact,
  insuranceNote: fact,
  advancedDirectiveNote: fact,
  isClinicalTrial: orNull(v.boolean()),
  clinicalTrialID: fact,
  /** Facts of which sources say different things: who said what is told, and what the others say. */
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

/** The kinds of reminders, as the fields of both settings begin with them. */
export const reminderKinds = ['appointment', 'followUp', 'secureMessage', 'questionnaire'] as const;
export type ReminderKind = (typeof reminderKinds)[number];
export type Channel = 'Email' | 'Sms';

/** Every way that a notice can take; `Push` goes to a device. */
export const noticeChannels = ['Email', 'Sms', 'Push'] as const;
export const NoticeChannel = v.picklist(noticeChannels);
export type NoticeChannel = v.InferOutput<typeof NoticeChannel>;

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
  /** When the last one did. */
  emailBouncedAt: v.optional(v.nullable(Instant), null),
  showAppointmentNotificationDigestHint: v.boolean(),
  /** Ours: they came with the account, and the patient has chosen nothing yet. */
  isDefault: v.optional(v.boolean(), false),
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
  /** Ours: whether a new account is told of new messages by email until the patient chooses; left out, it is. */
  patientDefaultSecureMessageEmailEnabled: v.optional(v.boolean()),
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

/** Sends a notice that says it is a test, by every channel of the saved settings; the answer names these. None: nothing is chosen, or nothing can be reached. */
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
/** What a stop link is about: one channel, and of each kind of its notice whether it still goes out by that, and whether the link has stopped it once, which is all it can do. */
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

/** What the link of a notice would stop. It is no GET: the token reaches no log. */
export const readStopLink = declareCall({
  ...byStopLink,
  name: 'readStopLink',
  isOurs: true,
  path: '/api/notices/stopLink',
  body: v.object({ token: StopToken }),
});

/** Stops notices of one kind, or of every kind that the link is about, by its channel, once for each kind. Needs no sign-in; a link that nobody made is `link_expired`. */
export const stopNotices = declareCall({
  ...byStopLink,
  name: 'stopNotices',
  isOurs: true,
  path: '/api/notices/stop',
  body: v.object({ token: StopToken, kind: v.optional(v.picklist(reminderKinds)) }),
});

/** What a mail program sends when somebody presses its own "Unsubscribe" (RFC 8058). It sends a form, of which nothing is needed. `link_expired` too where the link was used before and the person turned notices on again. */
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
