import * as v from 'valibot';
import { EmailAddress } from './accountRules.ts';
import { declareCall } from './call.ts';
import { ofPatient } from './presets.ts';
import { Instant } from './values.ts';

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

/** The kinds of reminders, by the prefix of their fields in both settings. */
export const reminderKinds = ['appointment', 'followUp', 'secureMessage', 'questionnaire', 'record'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

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
