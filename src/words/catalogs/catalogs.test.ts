import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { languageCodes } from '@portal/api';
import { parse } from 'icu-parser';
import { expect, test } from 'vitest';
import { catalogs, messageBarCodes } from './index.ts';
import type { Texts } from './catalog.ts';
import type { MessageBarCode } from './messageBar.ts';

const texts: [string, Texts][] = [
  ...Object.values(catalogs).flatMap((entries) => Object.entries<Texts>(entries)),
  ...Object.entries<MessageBarCode>(messageBarCodes).flatMap(([code, { text, action }]): [string, Texts][] => [
    [`bar.${code}`, text],
    ...(action ? [[`bar.${code}.action`, action] satisfies [string, Texts]] : []),
  ]),
];

/** Names of the placeholders of a message, with what they are. */
function placeholders(elements: readonly MessageFormatElement[]): Set<string> {
  const found = new Set<string>();
  for (const element of elements) {
    if (element.type === TYPE.argument || element.type === TYPE.number || element.type === TYPE.date || element.type === TYPE.time) found.add(element.value);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      found.add(element.value);
      for (const option of Object.values(element.options)) for (const name of placeholders(option.value)) found.add(name);
    }
  }
  return found;
}
/** The words of a message without its values. */
const literals = (elements: readonly MessageFormatElement[]): string =>
  elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value;
      if (element.type === TYPE.plural || element.type === TYPE.select) return literals(element.options.other?.value ?? []);
      return '0';
    })
    .join('');
const namesIn = (text: string) => [...placeholders(parse(text, { ignoreTag: true }))].toSorted();

test.each(texts)('%s is there in every language', (_, entry) => {
  for (const language of languageCodes) expect(entry[language].trim(), language).not.toBe('');
});

test.each(texts)('%s is valid and takes the same values in every language', (_, entry) => {
  for (const language of languageCodes) expect(namesIn(entry[language]), language).toEqual(namesIn(entry.en));
});

test.each(texts)('%s is translated', (key, entry) => {
  // Brand names, signs and placeholders alone are the same everywhere.
  const sameEverywhere = /^(shell\.copyright|.*\.iphone)$/;
  if (sameEverywhere.test(key) || !/\p{L}\s+\p{L}/u.test(literals(parse(entry.en, { ignoreTag: true })))) return;
  for (const language of languageCodes) if (language !== 'en') expect(entry[language], language).not.toBe(entry.en);
});

test('French stands as it is set in Canada: no blank before ? ! and ;, one that does not break before : and inside « »', () => {
  const ofSigns = /^form\.ruleSpecials$/;
  for (const [key, { fr }] of texts) {
    expect(fr, key).not.toMatch(/ [:»]|« |[^\s\u00a0]»|«[^\u00a0]/);
    if (!ofSigns.test(key)) expect(fr, key).not.toMatch(/[\s\u00a0\u202f][?!;]/);
  }
});

test('no text uses an exclamation mark outside a list of signs, and none is in capitals', () => {
  for (const [key, entry] of texts) {
    if (key === 'form.ruleSpecials') continue;
    expect(entry.en, key).not.toMatch(/!/);
    expect(entry.en, key).not.toMatch(/\b[A-Z]{5,}\b/);
  }
});

test('a key belongs to the catalogue it names', () => {
  for (const [name, entries] of Object.entries(catalogs)) for (const key of Object.keys(entries)) expect(key.startsWith(`${name}.`), key).toBe(true);
});

test('a short label of the navigation has at most 10 letters in every language', () => {
  const short = texts.filter(([key]) => key.endsWith('Short') || key === 'shell.menu' || key === 'shell.more');
  expect(short.length).toBeGreaterThan(1);
  for (const [key, entry] of short) for (const language of languageCodes) expect(entry[language].length, `${key} ${language}`).toBeLessThanOrEqual(10);
});

test('the messages that the specification words say exactly that', () => {
  const worded = {
    sessiontimeout: 'Your session has timed out. Please log in again.',
    invalidgrant: 'Login failed. Please try again.',
    facilitySubscriptionExpired: 'Login failed. Subscription period has ended. Please contact your administrator.',
    invalidlastnamebirthday: 'No match found for last name and DOB entered. Please try again.',
    linkexpired: 'Login failed. The link has expired.',
    unspecified: 'An unexpected error has occurred. Please report this to your system administrator.',
    invalidOldPassword: "We didn't recognize that password. Please try again.",
    confirmMismatch: 'Passwords do not match.',
    passwordRulesNotMet: 'Password does not meet security requirements.',
    signUpAccountInformationDuplicateName: 'That username is already in use.',
    signupFailed: 'Invalid information',
    singleSignOnFailed:
      "You are unable to log in. It's possible that you do not have an account on this site, or that your access has been restricted. Please contact your care provider for more information.",
  } as const;
  for (const [code, text] of Object.entries(worded)) expect(Object.entries<MessageBarCode>(messageBarCodes).find(([name]) => name === code)?.[1].text.en, code).toBe(text);
});

test('every code of the specification is declared', () => {
  const listed = `sessiontimeout lockedout invalidgrant facilitySubscriptionExpired invalidlastnamebirthday linkexpired unspecified
    invalidOldPassword passwordMustBeDifferent confirmMismatch updatePasswordSuccess resetPasswordUserNotFound resetPasswordLockedOut
    resetPasswordNoEmail resetPasswordEmailNotConfirmed resetPasswordSuccess confirmEmailSuccess confirmEmailError confirmEmailRequired
    confirmationEmailSent confirmationEmailSendError emailNotUpdatedMessage changeEmailSuccess signUpVerifyIdentityFailure
    signUpAccountInformationDuplicateName signupFailed invitationExpired attemptsExceeded signupSuccess signupSuccessCantSendEmail
    arSignupSuccess singleSignOnFailed questionnairesendfailed questionnairevalidatefailed questionnairedeclinefailed`;
  for (const code of listed.split(/\s+/)) expect(Object.keys(messageBarCodes), code).toContain(code);
});
