import {
  type Channel,
  type NewReminderSettings,
  PatientReminderSettings,
  type ReminderKind,
  type ReminderOffset,
  type SystemReminderSettings,
  reminderKinds,
  saveNotificationSettings,
} from '@portal/api';
import * as v from 'valibot';
import { type Rule, isEmpty, schemaRule } from '../../ui/form/rules.ts';
import { type MessageKey, type Words, formatList } from '../../words/index.ts';

export const channels = ['Email', 'Sms'] as const satisfies readonly Channel[];

const systemKinds = {
  appointment: 'Appointment',
  followUp: 'FollowUp',
  secureMessage: 'SecureMessage',
  questionnaire: 'Questionnaire',
} as const satisfies Readonly<Record<ReminderKind, string>>;
/** The field of the settings that says whether a kind goes out by a channel. */
export const fieldOf = <Kind extends ReminderKind, Way extends Channel>(kind: Kind, channel: Way) =>
  `${kind}${channel}Enabled` as const;

/** The channels by which the facility sends a kind of reminder. */
export const channelsOf = (system: SystemReminderSettings, kind: ReminderKind): readonly Channel[] =>
  channels.filter((channel) => system[`patient${systemKinds[kind]}${channel}Enabled`]);

/** The kinds that have a channel; with none there is nothing to choose (specification 3, section 6). */
export const offeredKinds = (system: SystemReminderSettings): readonly ReminderKind[] =>
  reminderKinds.filter((kind) => channelsOf(system, kind).length > 0);

/** What stands in the form: as it is sent, but for what is typed. */
export interface NoticesForm extends Omit<NewReminderSettings, 'nonPrimaryEmailAddress' | 'smsPhoneNumber'> {
  readonly nonPrimaryEmailAddress: string;
  readonly smsPhoneNumber: string;
}

/** A 404 means defaults: the system's offsets, the primary email, and no channel (specification 3, section 4). */
export function formOf(saved: unknown, system: SystemReminderSettings): NoticesForm {
  const parsed = v.safeParse(PatientReminderSettings, saved);
  if (parsed.success) {
    const { emailBounced: _, showAppointmentNotificationDigestHint: __, ...settings } = parsed.output;
    return {
      ...settings,
      nonPrimaryEmailAddress: settings.nonPrimaryEmailAddress ?? '',
      smsPhoneNumber: settings.smsPhoneNumber ?? '',
    };
  }
  return {
    followUpEmailEnabled: false,
    followUpSmsEnabled: false,
    appointmentEmailEnabled: false,
    appointmentSmsEnabled: false,
    secureMessageEmailEnabled: false,
    secureMessageSmsEnabled: false,
    questionnaireEmailEnabled: false,
    questionnaireSmsEnabled: false,
    usePrimaryEmail: true,
    nonPrimaryEmailAddress: '',
    smsPhoneNumber: '',
    appointmentReminderOffset: system.patientDefaultAppointmentReminderOffset,
    followUpReminderOffset: system.patientDefaultFollowUpReminderOffset,
  };
}

/** A number as it is kept: digits with an optional plus. */
export const plainPhone = (typed: string): string =>
  (/^\s*\+/.test(typed) ? '+' : '') + typed.normalize('NFKC').replace(/\D/g, '');

/** Whether anything goes out by a channel: both enabled by the system and ticked by the patient. */
export const usesChannel = (form: NoticesForm, system: SystemReminderSettings, channel: Channel): boolean =>
  reminderKinds.some((kind) => channelsOf(system, kind).includes(channel) && form[fieldOf(kind, channel)]);

/** What is sent: an other address that is the primary one sets `usePrimaryEmail`, and what is not used is none. */
export function settingsOf(form: NoticesForm, primary: string | null): NewReminderSettings {
  const other = form.nonPrimaryEmailAddress.trim();
  const usePrimaryEmail = form.usePrimaryEmail || (other !== '' && other.toLowerCase() === primary?.toLowerCase());
  const phone = plainPhone(form.smsPhoneNumber);
  return v.parse(saveNotificationSettings.body, {
    ...form,
    usePrimaryEmail,
    nonPrimaryEmailAddress: usePrimaryEmail || other === '' ? null : other,
    smsPhoneNumber: phone === '' ? null : phone,
  });
}

const { nonPrimaryEmailAddress, smsPhoneNumber } = saveNotificationSettings.body.entries;
const anEmail = schemaRule(nonPrimaryEmailAddress);

/** Email and phone number are required where a channel needs them, and right where they are given (specification 3, section 5). */
export function noticesRules(system: SystemReminderSettings, primary: string | null) {
  const primaryThere: Rule<boolean, NoticesForm> = (usesPrimary, form) =>
    usesPrimary && primary === null && usesChannel(form, system, 'Email') ? { text: 'account.primaryMissing' } : null;
  const other: Rule<string, NoticesForm> = (typed, form) => {
    if (form.usePrimaryEmail) return null;
    if (isEmpty(typed)) return usesChannel(form, system, 'Email') ? { text: 'core.required' } : null;
    return anEmail(typed, form);
  };
  const phone: Rule<string, NoticesForm> = (typed, form) => {
    if (isEmpty(typed)) return usesChannel(form, system, 'Sms') ? { text: 'core.required' } : null;
    return v.is(smsPhoneNumber, plainPhone(typed)) ? null : { text: 'account.phoneWrong' };
  };
  return { usePrimaryEmail: [primaryThere], nonPrimaryEmailAddress: [other], smsPhoneNumber: [phone] };
}

/** When reminders of a kind go out; null for those that come as they are. */
export const offsetOf = (form: NoticesForm, kind: ReminderKind): ReminderOffset | null =>
  kind === 'appointment' ? form.appointmentReminderOffset : kind === 'followUp' ? form.followUpReminderOffset : null;

/** A sentence that says what will happen. */
export function saysOf(
  form: NoticesForm,
  system: SystemReminderSettings,
  kind: ReminderKind,
  { t, locale }: Pick<Words, 't' | 'locale'>,
): string {
  const chosen = channelsOf(system, kind).filter((channel) => form[fieldOf(kind, channel)]);
  if (chosen.length === 0) return t('account.says_none');
  const offset = offsetOf(form, kind);
  const key: MessageKey =
    offset === null
      ? 'account.says_now'
      : offset === 'Off'
        ? 'account.says_noTime'
        : offset.endsWith('Digest')
          ? 'account.says_digest'
          : 'account.says_before';
  const inSentence = (text: string) => text.charAt(0).toLocaleLowerCase(locale) + text.slice(1);
  return t(key, {
    ways: formatList(
      locale,
      chosen.map((channel) => inSentence(t(`account.channel_${channel}`))),
    ),
    ...(offset === null ? {} : { when: inSentence(t(`account.offset_${offset}`)) }),
  });
}
