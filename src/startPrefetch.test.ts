import {
  AssignedQuestionnaireId,
  callUrl,
  getCapabilities,
  getLoginProfile,
  getQuestionnaire,
  PatientId,
  UserId,
} from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { firstAddresses } from './startPrefetch.ts';

const ids = { userId: v.parse(UserId, 7), patientId: v.parse(PatientId, 12) };
const who = [callUrl(getLoginProfile, {}), callUrl(getCapabilities, { userId: ids.userId })];

test('what a questionnaire asks first are calls of the contract', () => {
  const params = { patientId: ids.patientId, assignedQuestionnaireId: v.parse(AssignedQuestionnaireId, 33) };
  expect(firstAddresses(ids, '/Complete-Questionnaire', '?assignedQuestionnaireId=33')).toEqual([
    callUrl(getQuestionnaire, params),
    ...who,
  ]);
});

test('every other page asks who it is', () => {
  expect(firstAddresses(ids, '/questionnaires', '?assignedQuestionnaireId=33')).toEqual(who);
  expect(firstAddresses(ids, '/complete-questionnaire', '?assignedQuestionnaireId=%2e%2e')).toEqual(who);
});

test('a representative asks what they may see of the patient whose record is open', () => {
  expect(firstAddresses({ ...ids, isOther: true }, '/dashboard', '')).toEqual([
    callUrl(getLoginProfile, {}),
    callUrl(getCapabilities, { userId: ids.userId }, { patientId: ids.patientId }),
  ]);
});

test('without the ids of the session only the profile can be asked', () => {
  expect(firstAddresses(null, '/complete-questionnaire', '?assignedQuestionnaireId=33')).toEqual(who.slice(0, 1));
  expect(
    firstAddresses({ userId: '../7', patientId: 1.5 }, '/complete-questionnaire', '?assignedQuestionnaireId=33'),
  ).toEqual(who.slice(0, 1));
});
