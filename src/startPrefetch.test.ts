import {
  AssignedQuestionnaireId,
  callUrl,
  FacilityId,
  getCapabilities,
  getLoginProfile,
  getPreferences,
  getQuestionnaire,
  listFaqs,
  listLabResults,
  PatientId,
  UserId,
} from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { firstAddressOf } from './layout/build/firstCalls.build.ts';
import { firstAddresses } from './startPrefetch.ts';

const userId = v.parse(UserId, 7);
const patientId = v.parse(PatientId, 12);
const facilityId = v.parse(FacilityId, 3);
const ids = { userId, patientId, facilityId, language: 'es' };
const who = [callUrl(getLoginProfile, {}), callUrl(getCapabilities, { userId })];
const declared = (
  [
    { call: 'getQuestionnaire' },
    { call: 'listLabResults' },
    { call: 'getPreferences', query: { names: 'List view' } },
    { call: 'listFaqs', query: { language: '{language}' } },
  ] as const
).map(firstAddressOf);
const ofPage = (facts: Readonly<Record<string, unknown>>, query: string) =>
  firstAddresses(facts, declared, query).map(({ address }) => address);

const questionnaire = callUrl(getQuestionnaire, {
  patientId,
  assignedQuestionnaireId: v.parse(AssignedQuestionnaireId, 33),
});
const results = callUrl(listLabResults, { patientId });
const preference = callUrl(getPreferences, { userId }, { names: 'List view' });

test('what a page asks first are calls of the contract', () => {
  const faqs = callUrl(listFaqs, { facilityId }, { language: 'es' });
  expect(ofPage(ids, '?assignedQuestionnaireId=33')).toEqual([...who, questionnaire, results, preference, faqs]);
  expect(ofPage(ids, '?assignedQuestionnaireId=%2e%2e')).toEqual([...who, results, preference, faqs]);
});

test('goes with the token and the language that the call declares', () => {
  expect(declared.map(({ hasToken, hasLanguage }) => [hasToken, hasLanguage])).toEqual([
    [true, true],
    [true, false],
    [true, false],
    [listFaqs.access !== 'everyone', false],
  ]);
});

test('a representative asks what they may see of the open record, and of that record only what the address names', () => {
  expect(ofPage({ ...ids, isOther: true, facilityId: null }, '?assignedQuestionnaireId=33')).toEqual([
    callUrl(getLoginProfile, {}),
    callUrl(getCapabilities, { userId }, { patientId }),
    questionnaire,
  ]);
});

test('somebody who came by an emailed link asks only for what the address names', () => {
  expect(ofPage({ ...ids, isLinkUser: true, facilityId: null }, '?assignedQuestionnaireId=33')).toEqual([
    ...who,
    questionnaire,
  ]);
});

test('without the ids of the session only the profile can be asked', () => {
  expect(ofPage({}, '?assignedQuestionnaireId=33')).toEqual(who.slice(0, 1));
  expect(ofPage({ userId: '../7', patientId: 1.5 }, '?assignedQuestionnaireId=33')).toEqual(who.slice(0, 1));
});

test('no page begins with a call that the contract does not have so', () => {
  expect(() => firstAddressOf({ call: 'listLabResults', params: { page: 2 } })).toThrow('page');
  expect(() => firstAddressOf({ call: 'setPreference' })).toThrow('setPreference');
});
