import { type CallShape, calls } from '@portal/api';
import { expect, test } from 'vitest';
import { isKeptInClear } from './query.ts';

test('of all calls, these and no others stay on the device in clear: none is about a patient or an account', () => {
  expect(
    Object.values<CallShape>(calls)
      .filter(isKeptInClear)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'getContent',
    'getCountries',
    'getFacility',
    'getFacilityText',
    'getLanguagePack',
    'getLogoUrl',
    'getPreferredCommunications',
    'getRelationships',
    'getStates',
    'getSupportedLanguages',
    'getThemeCss',
    'getTranslations',
    'listDownloadableForms',
    'listFacilityContacts',
    'listFaqs',
  ]);
});

const faqs: CallShape = calls.listFaqs;

test.each<[string, Partial<CallShape>]>([
  ['is not to be kept', { offline: 'never' }],
  ['is kept in the outbox', { offline: 'draft' }],
  ['is about whoever is signed in', { isPublic: undefined }],
])('a call that %s is not kept in clear', (_, change) => {
  expect(isKeptInClear(faqs)).toBe(true);
  expect(isKeptInClear({ ...faqs, ...change })).toBe(false);
});
