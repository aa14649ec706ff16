import { languageCodes } from '@portal/api';
import { expect, test } from 'vitest';
import { languageStep } from './accountLanguage.ts';

const offered = languageCodes;
const byPassword = { loginType: 'userNamePassword', languageCode: 'es' } as const;
const byLink = { loginType: 'patientLinkUser', languageCode: 'es' } as const;

test('the account’s language is shown, on a device that shows another as well', () => {
  expect(languageStep(byPassword, { chosen: null, shown: 'en', offered })).toEqual({ kind: 'show', code: 'es' });
  expect(languageStep(byPassword, { chosen: null, shown: 'es', offered })).toEqual({ kind: 'show', code: 'es' });
});

test('what was chosen before the sign-in is saved to the account', () => {
  expect(languageStep(byPassword, { chosen: 'fr', shown: 'fr', offered })).toEqual({ kind: 'save', code: 'fr' });
  expect(languageStep({ ...byPassword, languageCode: null }, { chosen: 'fr', shown: 'fr', offered })).toEqual({
    kind: 'save',
    code: 'fr',
  });
});

test('an account without a language gets the one that is shown', () => {
  expect(languageStep({ ...byPassword, languageCode: null }, { chosen: null, shown: 'es', offered })).toEqual({
    kind: 'save',
    code: 'es',
  });
});

test('a language that the facility does not offer is not shown', () => {
  expect(languageStep(byPassword, { chosen: null, shown: 'en', offered: ['en', 'fr'] }).kind).toBe('nothing');
});

test('an emailed link sets the language only where the account has none, and follows it otherwise', () => {
  expect(languageStep({ ...byLink, languageCode: null }, { chosen: null, shown: 'pt', offered })).toEqual({
    kind: 'save',
    code: 'pt',
  });
  expect(languageStep(byLink, { chosen: null, shown: 'pt', offered })).toEqual({ kind: 'show', code: 'es' });
  expect(languageStep(byLink, { chosen: 'pt', shown: 'pt', offered }).kind).toBe('nothing');
});
