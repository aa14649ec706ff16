import {
  type LanguageCode,
  type ReminderKind,
  type SystemReminderSettings,
  languageCodes,
  plainPhone,
  recordTimings,
  reminderOffsets,
  saveNotificationSettings,
} from '@portal/api';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { allTexts } from '../../../tests/apps/allTexts.ts';
import type { Values } from '../../words/index.ts';
import { firstProblem } from '../../ui/form/rules.ts';
import {
  type NoticesForm,
  channelsOf,
  formOf,
  kindsHere,
  noticesRules,
  offeredKinds,
  noticeSentence,
  settingsOf,
} from './notices.ts';

const system = (more: Partial<SystemReminderSettings> = {}): SystemReminderSettings => ({
  patientFollowUpEmailEnabled: true,
  patientFollowUpSmsEnabled: true,
  patientAppointmentEmailEnabled: true,
  patientAppointmentSmsEnabled: false,
  patientSecureMessageEmailEnabled: false,
  patientSecureMessageSmsEnabled: false,
  patientQuestionnaireEmailEnabled: false,
  patientQuestionnaireSmsEnabled: true,
  patientDefaultAppointmentReminderOffset: 'Off',
  patientDefaultFollowUpReminderOffset: 'MonthlyDigest',
  ...more,
});
const form = (more: Partial<NoticesForm> = {}): NoticesForm => ({ ...formOf(null, system()), ...more });
const primary = 'juniper@example.org';
const problems = (typed: NoticesForm, email: string | null = primary) => {
  const rules = noticesRules(system(), email);
  return {
    primary: firstProblem(rules.usePrimaryEmail, typed.usePrimaryEmail, typed)?.text ?? null,
    other: firstProblem(rules.nonPrimaryEmailAddress, typed.nonPrimaryEmailAddress, typed)?.text ?? null,
    phone: firstProblem(rules.smsPhoneNumber, typed.smsPhoneNumber, typed)?.text ?? null,
  };
};
const fine = { primary: null, other: null, phone: null };

describe('notification channels are offered only where system settings enable them', () => {
  test('by kind and channel, and none at all where none is', () => {
    expect(offeredKinds(system(), () => true)).toEqual(['appointment', 'followUp', 'questionnaire']);
    expect(offeredKinds(system(), (capability) => capability === 'Questionnaires')).toEqual(['questionnaire']);
    expect(channelsOf(system(), 'appointment')).toEqual(['Email']);
    // A facility's own back end knows nothing of notices of the record.
    const record = system({ patientRecordEmailEnabled: true, patientRecordSmsEnabled: false });
    expect(offeredKinds(record, (capability) => capability === 'MedicalNotes')).toEqual(['record']);
    expect(offeredKinds(record, (capability) => capability === 'Education')).toEqual([]);
    // `hasCapability` takes more than the capability.
    expect(offeredKinds(record, (...asked: readonly unknown[]) => asked.length === 1)).toContain('record');
    expect(channelsOf(record, 'record')).toEqual(['Email']);
    const off = Object.fromEntries(
      Object.entries(system()).map(([name, value]) => [name, typeof value === 'boolean' ? false : value]),
    );
    expect(offeredKinds({ ...system(), ...off }, () => true)).toEqual([]);
  });
});

describe('a 404 means defaults', () => {
  test('the system default offsets, usePrimaryEmail true, and no channel', () => {
    expect(formOf(null, system())).toMatchObject({
      usePrimaryEmail: true,
      appointmentReminderOffset: 'Off',
      followUpReminderOffset: 'MonthlyDigest',
      appointmentEmailEnabled: false,
      followUpSmsEnabled: false,
    });
  });
});

describe('where to send to', () => {
  test('email is required when any email channel is both enabled by the system and ticked by the patient', () => {
    expect(problems(form({ appointmentEmailEnabled: true }), null)).toEqual({
      ...fine,
      primary: 'account.primaryMissing',
    });
    expect(problems(form({ appointmentEmailEnabled: true, usePrimaryEmail: false }))).toEqual({
      ...fine,
      other: 'core.required',
    });
    // Ticked, but the facility sends nothing of it.
    expect(problems(form({ secureMessageEmailEnabled: true }), null)).toEqual(fine);
    expect(problems(form(), null)).toEqual(fine);
  });

  test('the email must be valid, where the alternate one is used', () => {
    const typed = { usePrimaryEmail: false, nonPrimaryEmailAddress: 'juniper@mail' };
    expect(problems(form(typed)).other).toBe('form.email');
    expect(problems(form({ ...typed, usePrimaryEmail: true })).other).toBeNull();
  });

  test('the phone number is required when any SMS channel is both enabled and ticked, and has to be one', () => {
    expect(problems(form({ questionnaireSmsEnabled: true })).phone).toBe('core.required');
    expect(problems(form({ appointmentSmsEnabled: true })).phone).toBeNull();
    expect(problems(form({ smsPhoneNumber: '12' })).phone).toBe('account.phoneWrong');
    expect(problems(form({ questionnaireSmsEnabled: true, smsPhoneNumber: '(202) 555-0110' })).phone).toBeNull();
    expect(plainPhone(' +1 (202) 555-0110')).toBe('+12025550110');
  });

  test.each([
    ['+12025550110', '(202) 555-0110'],
    ['2025550110', '(202) 555-0110'],
    ['5550110', '555-0110'],
    ['+525512345678', '+52 55 1234 5678'],
  ])('the phone number %s is shown as %s, and is the same when it is saved as it stands', (number, shown) => {
    const saved = {
      ...settingsOf(form(), primary),
      emailBounced: false,
      showAppointmentNotificationDigestHint: false,
      smsPhoneNumber: number,
    };
    const opened = formOf(saved, system());
    expect(opened.smsPhoneNumber).toBe(shown);
    expect(settingsOf(opened, primary, saved).smsPhoneNumber).toBe(number);
    expect(settingsOf({ ...opened, smsPhoneNumber: '(303) 555-0110' }, primary, saved).smsPhoneNumber).toBe(
      '3035550110',
    );
    expect(settingsOf({ ...opened, smsPhoneNumber: '' }, primary, saved).smsPhoneNumber).toBeNull();
  });

  test('a non-primary email equal to the primary email sets usePrimaryEmail', () => {
    const typed = form({ usePrimaryEmail: false, nonPrimaryEmailAddress: ' JUNIPER@example.org ' });
    expect(settingsOf(typed, primary)).toMatchObject({ usePrimaryEmail: true, nonPrimaryEmailAddress: null });
  });

  test('what the rules let through is what the call takes, whatever was ticked and typed', () => {
    const typed = fc.record({
      appointmentEmailEnabled: fc.boolean(),
      questionnaireSmsEnabled: fc.boolean(),
      usePrimaryEmail: fc.boolean(),
      nonPrimaryEmailAddress: fc.oneof(fc.string(), fc.emailAddress(), fc.constant(primary)),
      smsPhoneNumber: fc.oneof(fc.string(), fc.stringMatching(/^\+?[\d ()-]{0,20}$/)),
    });
    fc.assert(
      fc.property(typed, fc.constantFrom(primary, null), (more, email) => {
        const filled = form(more);
        const found = problems(filled, email);
        fc.pre(Object.values(found).every((problem) => problem === null));
        const sent = settingsOf(filled, email);
        expect(v.is(saveNotificationSettings.body, sent)).toBe(true);
        if (filled.questionnaireSmsEnabled) expect(sent.smsPhoneNumber).not.toBeNull();
        if (filled.appointmentEmailEnabled && !sent.usePrimaryEmail) expect(sent.nonPrimaryEmailAddress).not.toBeNull();
      }),
    );
  });
});

describe('the sentence says what will happen, and changes with the ticks', () => {
  const ways = ['Email', 'Sms', 'Push'] as const;
  const locales = { en: 'en-US', es: 'es-MX', fr: 'fr-CA', pt: 'pt-BR', zh: 'zh-CN' } as const;
  const says = (language: LanguageCode, kind: ReminderKind, more: Partial<NoticesForm>) => {
    const t = (key: string, values: Values = {}) =>
      (allTexts.get(key)?.[language] ?? `no text ${key}`).replace(/\{(\w+)\}/g, (_, name: string) =>
        String(values[name]),
      );
    return noticeSentence(form(more), ways, kind, { t, locale: locales[language] });
  };

  test('in English, of each kind and time', () => {
    const both = { appointmentEmailEnabled: true, appointmentPushEnabled: true };
    const appointment = (more: Partial<NoticesForm>) => says('en', 'appointment', more);
    expect(appointment({ appointmentReminderOffset: '3Days' })).toBe('You get no notice about this.');
    expect(appointment(both)).toBe('Choose when. Nothing is sent while this is off.');
    expect(appointment({ ...both, appointmentReminderOffset: '3Days' })).toBe(
      'You hear 3 days before each visit, by email and on this device.',
    );
    expect(appointment({ ...both, appointmentReminderOffset: 'OnDay' })).toBe(
      'You hear on the day of each visit, by email and on this device.',
    );
    expect(appointment({ ...both, appointmentReminderOffset: 'WeeklyDigest' })).toBe(
      'On Monday you hear if there are visits that week, by email and on this device.',
    );
    expect(says('en', 'followUp', { followUpSmsEnabled: true })).toBe(
      'At the start of a month you hear if something in your plan is due in it, by text message.',
    );
    const all = { secureMessageEmailEnabled: true, secureMessageSmsEnabled: true, secureMessagePushEnabled: true };
    expect(says('en', 'secureMessage', all)).toBe(
      'You hear when your care team writes, by email, by text message, and on this device.',
    );
    expect(says('en', 'questionnaire', { questionnairePushEnabled: true })).toBe(
      'You hear when a questionnaire comes in, and again while it is due, on this device.',
    );
  });

  test('of the record: at once unless another time is chosen', () => {
    const record = (more: Partial<NoticesForm>) => says('en', 'record', { recordEmailEnabled: true, ...more });
    expect(record({})).toBe('You hear when something new is in your record, by email.');
    expect(record({ recordTiming: 'Daily' })).toBe(
      'You hear at 9 AM if something new came into your record since the day before, by email.',
    );
    expect(record({ recordTiming: 'Off' })).toBe('Choose when. Nothing is sent while this is off.');
    expect(record({ recordEmailEnabled: false })).toBe('You get no notice about this.');
    for (const language of languageCodes) {
      const sentences = recordTimings.map((recordTiming) =>
        says(language, 'record', { recordPushEnabled: true, recordTiming }),
      );
      expect(new Set(sentences).size, language).toBe(recordTimings.length);
      expect(sentences.join(' ')).not.toMatch(/undefined|no text|[{}]/);
    }
  });

  test.each([
    ['es', 'Recibe un aviso 3 días antes de cada cita, por correo electrónico y en este dispositivo.'],
    ['fr', 'Vous recevez un avis 3 jours avant chaque rendez-vous, par courriel et sur cet appareil.'],
    ['pt', 'Você recebe um aviso 3 dias antes de cada consulta, por e-mail e neste dispositivo.'],
    ['zh', '每次就诊提前 3 天通知您，方式：电子邮件和此设备。'],
  ] as const)('in %s', (language, sentence) => {
    const both = { appointmentEmailEnabled: true, appointmentPushEnabled: true };
    expect(says(language, 'appointment', { ...both, appointmentReminderOffset: '3Days' })).toBe(sentence);
  });

  test('in every language, whatever is ticked: with every value, and no other text twice', () => {
    for (const language of languageCodes)
      for (const kind of ['appointment', 'followUp'] as const) {
        const sentences = reminderOffsets.map((offset) =>
          says(language, kind, { [`${kind}PushEnabled`]: true, [`${kind}ReminderOffset`]: offset }),
        );
        expect(new Set(sentences).size, `${language} ${kind}`).toBe(reminderOffsets.length);
        expect(sentences.join(' ')).not.toMatch(/undefined|no text|[{}]/);
      }
  });
});

test('what was not touched of the record is not sent: a facility’s own back end does not know it', () => {
  expect(Object.keys(settingsOf(form(), primary)).filter((name) => name.startsWith('record'))).toEqual([]);
  expect(settingsOf(form({ recordSmsEnabled: true }), primary)).toMatchObject({ recordSmsEnabled: true });
});

test('what this device is told of is no part of what is sent for the patient', () => {
  const typed = formOf(null, system(), ['questionnaire']);
  expect(kindsHere(typed)).toEqual(['questionnaire']);
  expect(Object.keys(settingsOf(typed, primary)).filter((name) => name.includes('Push'))).toEqual([]);
});
