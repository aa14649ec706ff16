import { getSystemReminderSettings } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { SetUpFacts, SetUpRules } from '../../../layout/module.ts';
import { setUpFacts } from '../../../../tests/apps/setUp.ts';
import { clearMessage, currentMessage } from '../../../words/index.ts';
import { emailStep, installStep, keepStep, noticesStep, tellPasskeyOutcome } from './setUp.ts';

const isThere = ({ item }: SetUpRules, more: Partial<SetUpFacts>, answers: readonly unknown[] = []): boolean =>
  item(answers, { ...setUpFacts, ...more }) !== null;

test('the email address is to be confirmed where there is one, and not while the bar asks for the same', () => {
  const unconfirmed = { ...setUpFacts.profile, isEmailConfirmed: false };
  expect(isThere(emailStep, {})).toBe(false);
  expect(isThere(emailStep, { profile: unconfirmed })).toBe(true);
  expect(isThere(emailStep, { profile: unconfirmed, standing: 'confirmEmailRequired' })).toBe(false);
  expect(isThere(emailStep, { profile: { ...unconfirmed, email: null } })).toBe(false);
  // The facility's identity system is their only way in, and the link needs a username.
  const bySystem = { ...unconfirmed, loginType: 'singleSignOn' } as const;
  expect(isThere(emailStep, { profile: bySystem })).toBe(true);
  expect(isThere(emailStep, { profile: { ...bySystem, userName: '' } })).toBe(false);
});

test.each([
  ['added', undefined],
  ['cancelled', undefined],
  ['exists', 'passkeyExists'],
  ['failed', 'passkeyFailed'],
] as const)('a passkey that is asked for and %s shows the message %s', (outcome, code) => {
  clearMessage();
  tellPasskeyOutcome(outcome);
  expect(currentMessage()?.code).toBe(code);
  clearMessage();
});

describe('how to be told of news', () => {
  const offered = v.parse(getSystemReminderSettings.answer, {
    patientFollowUpEmailEnabled: false,
    patientFollowUpSmsEnabled: false,
    patientAppointmentEmailEnabled: false,
    patientAppointmentSmsEnabled: false,
    patientSecureMessageEmailEnabled: true,
    patientSecureMessageSmsEnabled: false,
    patientQuestionnaireEmailEnabled: false,
    patientQuestionnaireSmsEnabled: false,
    patientDefaultAppointmentReminderOffset: 'Off',
    patientDefaultFollowUpReminderOffset: 'Off',
  });
  const saved = {
    followUpEmailEnabled: false,
    followUpSmsEnabled: false,
    appointmentEmailEnabled: false,
    appointmentSmsEnabled: false,
    secureMessageEmailEnabled: true,
    secureMessageSmsEnabled: false,
    questionnaireEmailEnabled: false,
    questionnaireSmsEnabled: false,
    usePrimaryEmail: true,
    nonPrimaryEmailAddress: null,
    smsPhoneNumber: null,
    appointmentReminderOffset: 'Off',
    followUpReminderOffset: 'Off',
    emailBounced: false,
    showAppointmentNotificationDigestHint: false,
  };

  test.each<[string, unknown, boolean]>([
    ['nothing was ever saved', null, true],
    ['what stands came with the account', { ...saved, isDefault: true }, true],
    ['they chose', { ...saved, isDefault: false }, false],
    ['a facility’s own back end does not say', saved, false],
  ])('%s', (_, answer, expected) => expect(isThere(noticesStep, {}, [answer, offered])).toBe(expected));

  test('is no question where the facility sends nothing, or the person has nothing that it is about', () => {
    const nothing = { ...offered, patientSecureMessageEmailEnabled: false };
    expect(isThere(noticesStep, {}, [null, nothing])).toBe(false);
    expect(isThere(noticesStep, { has: (capability) => capability !== 'SecureMessages' }, [null, offered])).toBe(false);
  });
});

test('installing is there where it can be done', () => {
  expect(isThere(installStep, {})).toBe(false);
  expect(isThere(installStep, { canInstall: true })).toBe(true);
});

test('keeping records is there where this device can and nobody was asked', () => {
  expect(isThere(keepStep, {})).toBe(false);
  expect(isThere(keepStep, { keeping: { kind: 'off', wasAsked: false } })).toBe(true);
  expect(isThere(keepStep, { keeping: { kind: 'off', wasAsked: true } })).toBe(false);
  expect(isThere(keepStep, { keeping: { kind: 'on', entries: [], signedInAt: 0 } })).toBe(false);
});
