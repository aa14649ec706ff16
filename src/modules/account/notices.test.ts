import { type SystemReminderSettings, saveNotificationSettings } from '@portal/api';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { firstProblem } from '../../ui/form/rules.ts';
import {
  type NoticesForm,
  channelsOf,
  formOf,
  noticesRules,
  offeredKinds,
  plainPhone,
  saysOf,
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
    expect(offeredKinds(system())).toEqual(['appointment', 'followUp', 'questionnaire']);
    expect(channelsOf(system(), 'appointment')).toEqual(['Email']);
    const off = Object.fromEntries(
      Object.entries(system()).map(([name, value]) => [name, typeof value === 'boolean' ? false : value]),
    );
    expect(offeredKinds({ ...system(), ...off })).toEqual([]);
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

test('the sentence says what will happen, and changes with the ticks', () => {
  const words = {
    t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' | '),
    locale: 'en-US',
  };
  const says = (more: Partial<NoticesForm>, kind: 'appointment' | 'followUp' | 'questionnaire') =>
    saysOf(form(more), system(), kind, words).split(' | ')[0];
  expect(says({}, 'appointment')).toBe('account.says_none');
  expect(says({ appointmentEmailEnabled: true }, 'appointment')).toBe('account.says_noTime');
  expect(says({ appointmentEmailEnabled: true, appointmentReminderOffset: '3Days' }, 'appointment')).toBe(
    'account.says_before',
  );
  expect(says({ followUpEmailEnabled: true }, 'followUp')).toBe('account.says_digest');
  expect(says({ questionnaireSmsEnabled: true }, 'questionnaire')).toBe('account.says_now');
});
