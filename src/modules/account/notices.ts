import {
  type Capability,
  type Channel,
  type NewReminderSettings,
  type NoticeChannel,
  PatientReminderSettings,
  type RecordTiming,
  type ReminderKind,
  type ReminderOffset,
  type SystemReminderSettings,
  phoneShown,
  plainPhone,
  reminderKinds,
  reminders,
  saveNotificationSettings,
} from '@portal/api';
import * as v from 'valibot';
import { type Rule, isEmpty, schemaRule } from '../../ui/form/rules.ts';
import { type MessageKey, type Words, formatList } from '../../words/index.ts';

/** The channels that need an address; the third is this device. */
const addressed = ['Email', 'Sms'] as const satisfies readonly Channel[];

/** The field of the settings that says whether a kind goes out by a channel. */
export const fieldOf = <Kind extends ReminderKind, Way extends NoticeChannel>(kind: Kind, channel: Way) =>
  `${kind}${channel}Enabled` as const;

export const channelsOf = (system: SystemReminderSettings, kind: ReminderKind): readonly Channel[] =>
  addressed.filter((channel) => system[`patient${reminders[kind].offered}${channel}Enabled`] === true);

/** The kinds that have a channel; without any there is nothing to choose (specification 3, section 6). */
export const offeredKinds = (
  system: SystemReminderSettings,
  has: (capability: Capability) => boolean,
): readonly ReminderKind[] =>
  reminderKinds.filter(
    (kind) => reminders[kind].modules.some((module) => has(module)) && channelsOf(system, kind).length > 0,
  );

type PushFields = { readonly [Kind in ReminderKind as `${Kind}PushEnabled`]: boolean };

/** The form: the settings as they are sent, with addresses as typed, and what this device shows. */
export interface NoticesForm
  extends Omit<NewReminderSettings, 'nonPrimaryEmailAddress' | 'smsPhoneNumber'>, PushFields {
  readonly nonPrimaryEmailAddress: string;
  readonly smsPhoneNumber: string;
}

/** A 404 means defaults: the system's offsets, the primary email, and no channel (specification 3, section 4). */
export function formOf(
  saved: unknown,
  system: SystemReminderSettings,
  toldHere: readonly ReminderKind[] = [],
): NoticesForm {
  const here: PushFields = {
    appointmentPushEnabled: toldHere.includes('appointment'),
    followUpPushEnabled: toldHere.includes('followUp'),
    secureMessagePushEnabled: toldHere.includes('secureMessage'),
    questionnairePushEnabled: toldHere.includes('questionnaire'),
    recordPushEnabled: toldHere.includes('record'),
  };
  const parsed = v.safeParse(PatientReminderSettings, saved);
  if (parsed.success) {
    const {
      emailBounced: _,
      emailBouncedAt: __,
      showAppointmentNotificationDigestHint: ___,
      isDefault: ____,
      ...settings
    } = parsed.output;
    return {
      ...settings,
      ...here,
      nonPrimaryEmailAddress: settings.nonPrimaryEmailAddress ?? '',
      smsPhoneNumber: phoneShown(settings.smsPhoneNumber ?? ''),
    };
  }
  return {
    ...here,
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

/** Whether a kind goes out by a channel. A facility's own back end may have no notices of the record. */
export const isTicked = (form: NoticesForm, kind: ReminderKind, channel: NoticeChannel): boolean =>
  form[fieldOf(kind, channel)] === true;

/** The kinds that this device shows. */
export const kindsHere = (form: NoticesForm): readonly ReminderKind[] =>
  reminderKinds.filter((kind) => isTicked(form, kind, 'Push'));

/** Whether a channel is used: enabled by the system and ticked by the patient. */
const usesChannel = (form: NoticesForm, system: SystemReminderSettings, channel: Channel): boolean =>
  reminderKinds.some((kind) => channelsOf(system, kind).includes(channel) && isTicked(form, kind, channel));

/** The typed number. A North American one is shown without its +1, which must not be lost where nothing was typed. */
function phoneOf(typed: string, saved: unknown): string | null {
  const before = v.is(PatientReminderSettings, saved) ? saved.smsPhoneNumber : null;
  if (before !== null && phoneShown(before) === typed) return before;
  return plainPhone(typed) || null;
}

/** The settings to send: another address equal to the primary one sets `usePrimaryEmail`, and unused addresses are left out. */
export function settingsOf(form: NoticesForm, primary: string | null, saved: unknown = null): NewReminderSettings {
  const other = form.nonPrimaryEmailAddress.trim();
  const usePrimaryEmail = form.usePrimaryEmail || (other !== '' && other.toLowerCase() === primary?.toLowerCase());
  return v.parse(saveNotificationSettings.body, {
    ...form,
    usePrimaryEmail,
    nonPrimaryEmailAddress: usePrimaryEmail || other === '' ? null : other,
    smsPhoneNumber: phoneOf(form.smsPhoneNumber, saved),
  });
}

const { nonPrimaryEmailAddress, smsPhoneNumber } = saveNotificationSettings.body.entries;
const anEmail = schemaRule(nonPrimaryEmailAddress);

/** Email and phone number are required where a channel needs them, and must be valid where they are given (specification 3, section 5). */
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

/** When reminders of a kind go out; null for those that only go out at once. */
export function timeOf(form: NoticesForm, kind: ReminderKind): ReminderOffset | RecordTiming | null {
  switch (kind) {
    case 'appointment':
      return form.appointmentReminderOffset;
    case 'followUp':
      return form.followUpReminderOffset;
    case 'record':
      return form.recordTiming ?? 'AtOnce';
    case 'secureMessage':
    case 'questionnaire':
      return null;
  }
}

const lowerFirst = (text: string, locale: string): string => text.charAt(0).toLocaleLowerCase(locale) + text.slice(1);

function sayingOf(kind: ReminderKind, time: ReminderOffset | RecordTiming | null): MessageKey {
  if (kind === 'secureMessage' || kind === 'questionnaire') return `account.says_${kind}`;
  if (kind === 'record')
    return time === 'Off'
      ? 'account.says_noTime'
      : time === 'Daily'
        ? 'account.says_record_day'
        : 'account.says_record';
  switch (time) {
    case null:
    case 'Off':
    case 'AtOnce':
    case 'Daily':
      return 'account.says_noTime';
    case 'MonthlyDigest':
      return `account.says_${kind}_month`;
    case 'WeeklyDigest':
      return `account.says_${kind}_week`;
    case 'OnDay':
      return `account.says_${kind}_day`;
    case '4Weeks':
    case '3Weeks':
    case '2Weeks':
    case '1Week':
    case '3Days':
    case '2Days':
    case '1Day':
      return `account.says_${kind}_before`;
  }
}

/** A sentence that says what will happen. `ways`: the channels that can be ticked. */
export function noticeSentence(
  form: NoticesForm,
  ways: readonly NoticeChannel[],
  kind: ReminderKind,
  { t, locale }: Pick<Words, 't' | 'locale'>,
): string {
  const chosen = ways.filter((channel) => isTicked(form, kind, channel));
  if (chosen.length === 0) return t('account.says_none');
  const time = timeOf(form, kind);
  return t(sayingOf(kind, time), {
    ways: formatList(
      locale,
      chosen.map((channel) => t(`account.way_${channel}`)),
    ),
    ...(time === null ? {} : { when: lowerFirst(t(`account.offset_${time}`), locale) }),
  });
}
