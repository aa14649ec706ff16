import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { Section, languageCodes } from '@portal/api';
import { parse } from 'icu-parser';
import { expect, test } from 'vitest';
import { allTexts, catalogs } from '../../tests/apps/allTexts.ts';
import { messageBarCodes } from './messageBarCodes.ts';
import { readTextFiles } from './textFiles.ts';
import { problemsIn } from './translations.ts';

const texts = [...allTexts];

/** The text of a message without its values. */
const literals = (elements: readonly MessageFormatElement[]): string =>
  elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value;
      if (element.type === TYPE.plural || element.type === TYPE.select)
        return literals(element.options.other?.value ?? []);
      return '0';
    })
    .join('');

test('every language has the texts of English, and each takes the same values', () => {
  const files = readTextFiles();
  for (const language of languageCodes) expect(files.flatMap((file) => problemsIn(file, language))).toEqual([]);
});

test.each(texts)('%s is translated', (key, entry) => {
  // Brand names, signs and placeholders alone are the same in every language.
  const sameEverywhere = /^layout\.(copyright|installIphone)$/;
  if (sameEverywhere.test(key) || !/\p{L}\s+\p{L}/u.test(literals(parse(entry.en, { ignoreTag: true })))) return;
  for (const language of languageCodes) if (language !== 'en') expect(entry[language], language).not.toBe(entry.en);
});

test('French stands as it is set in Canada: no blank before ? ! and ;, one that does not break before : and inside « »', () => {
  const ofSigns = /^form\.ruleSpecials$/;
  for (const [key, fr] of readTextFiles().flatMap(({ entries }) => Object.entries(entries.fr))) {
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

/** The keys for a section on other pages: its title, what a right in it means, and its name in a sentence. */
const ofSection = /^(records\.section|contacts\.means|personalData\.part)_/;

test('a key begins with the name of its folder, but for what other pages call a section, and stands once', () => {
  const files = readTextFiles().filter(({ path }) => /^(src|kiosk)\//.test(path));
  const keys = files.flatMap(({ entries }) => Object.keys(entries.en));
  expect(keys.length).toBe(new Set(keys).size);
  for (const { path, entries } of files) {
    const [, folder] = /([^/]+)(?:\/words)?\/[^/]+$/.exec(path) ?? [];
    // The contract has texts of the pages that share them with the server's documents.
    if (folder !== 'api')
      for (const key of Object.keys(entries.en))
        expect(ofSection.test(key) || key.startsWith(`${folder}.`), `${path} ${key}`).toBe(true);
  }
});

test('each section of a record has its names, in one file of the module that shows it', () => {
  const homes = Section.options.map((section) =>
    readTextFiles().flatMap(({ path, entries }) =>
      Object.keys(entries.en).flatMap((key) => (key.endsWith(`_${section}`) && ofSection.test(key) ? [path] : [])),
    ),
  );
  for (const [index, paths] of homes.entries()) {
    expect(paths, Section.options[index]).toHaveLength(3);
    expect(new Set(paths).size, Section.options[index]).toBe(1);
  }
});

test('the first download needs no formatter: its texts have at most names in them', () => {
  // Shown after a call or in a form, when FormatJS is loaded.
  const later = ['bar.lockedout', 'core.charactersLeft', 'core.charactersOver'];
  const first = texts.filter(
    ([key]) =>
      key.startsWith('core.') ||
      Object.entries(messageBarCodes).some(([code, { in: home }]) => key === `bar.${code}` && home === 'core'),
  );
  const counting = first.filter(([, entry]) =>
    languageCodes.some((language) =>
      parse(entry[language], { ignoreTag: true }).some(({ type }) => type !== TYPE.literal && type !== TYPE.argument),
    ),
  );
  expect(counting.map(([key]) => key)).toEqual(later);
});

test('a short label of the navigation has at most 10 letters in every language', () => {
  const short = texts.filter(([key]) => key.endsWith('Short') || key === 'layout.menu' || key === 'layout.more');
  expect(short.length).toBeGreaterThan(1);
  for (const [key, entry] of short)
    for (const language of languageCodes) expect(entry[language].length, `${key} ${language}`).toBeLessThanOrEqual(10);
});

test('the messages that the specification words say exactly that', () => {
  const worded = {
    sessiontimeout: 'Your session has timed out. Please log in again.',
    facilitySubscriptionExpired: 'Login failed. Subscription period has ended. Please contact your administrator.',
    invalidlastnamebirthday: 'No match found for last name and DOB entered. Please try again.',
    linkexpired: 'Login failed. The link has expired.',
    unspecified: 'An unexpected error has occurred. Please report this to your system administrator.',
    invalidOldPassword: "We didn't recognize that password. Please try again.",
    confirmMismatch: 'Passwords do not match.',
    passwordRulesNotMet: 'Password does not meet security requirements.',
    signUpAccountInformationDuplicateName: 'That username is already in use.',
    signupFailed: 'Invalid information',
  } as const;
  for (const [code, text] of Object.entries(worded)) expect(allTexts.get(`bar.${code}`)?.en, code).toBe(text);
  // A page of its own says this, and not the bar.
  expect(allTexts.get('session.ssoFailedText')?.en).toBe(
    "You are unable to log in. It's possible that you do not have an account on this site, or that your access has been restricted. Please contact your care provider for more information.",
  );
});

test('every code of the specification is declared', () => {
  // Not those of a reset that is refused: it says the same whatever the name is, as the specification also has it.
  const listed = `sessiontimeout lockedout invalidgrant facilitySubscriptionExpired invalidlastnamebirthday linkexpired unspecified
    invalidOldPassword passwordMustBeDifferent confirmMismatch updatePasswordSuccess
    resetPasswordSuccess confirmEmailSuccess confirmEmailError confirmEmailRequired
    confirmationEmailSent confirmationEmailSendError emailNotUpdatedMessage changeEmailSuccess signUpVerifyIdentityFailure
    signUpAccountInformationDuplicateName signupFailed invitationExpired attemptsExceeded signupSuccess signupSuccessCantSendEmail
    arSignupSuccess questionnairesendfailed questionnairevalidatefailed questionnairedeclinefailed`;
  for (const code of listed.split(/\s+/)) expect(allTexts.has(`bar.${code}`), code).toBe(true);
});

test('a module writes no text of another module’s pages: they are not loaded with its own', () => {
  const folder = fileURLToPath(new URL('../modules/', import.meta.url));
  const homes = new Map(
    Object.entries(catalogs).flatMap(([name, { texts: own }]) => Object.keys(own).map((key) => [key, name] as const)),
  );
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const modules = new Set(files.map((file) => file.split(/[\\/]/)[0] ?? ''));
  expect(files.length).toBeGreaterThan(50);
  const strangers = files
    .filter((file) => !/\.test\.|[\\/]words\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(folder + file, 'utf8').matchAll(/['"`]([a-z]\w*\.\w[\w.]*)['"`]/gi)].flatMap(([, key = '']) => {
        const home = homes.get(key) ?? '';
        return modules.has(home) && home !== file.split(/[\\/]/)[0] ? [`${file}: ${key}`] : [];
      }),
    );
  expect(strangers).toEqual([]);
});
