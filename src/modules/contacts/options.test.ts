import { expect, test } from 'vitest';
import { communicationOptions, languageOptions } from './options.ts';
import { languages } from '../../../tests/apps/contacts.ts';

test('fax is no way to be reached, however it is written', () => {
  const ways = ['Email', 'Fax', 'FAX', 'MobilePhone'].map((code, index) => ({
    preferredCommunicationId: index,
    preferredCommunicationCode: code,
    preferredCommunicationDisplay: code,
  }));
  expect(communicationOptions(ways).map(({ label }) => label)).toEqual(['Email', 'MobilePhone']);
});

test('a language without an id cannot be chosen', () => {
  expect(languageOptions(languages).map(({ value }) => value)).toEqual(['1', '2']);
});
