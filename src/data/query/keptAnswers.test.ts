import {
  type CallShape,
  listActivity,
  listFacilityContacts,
  listLabResults,
  PatientId,
  UserProfile,
} from '@portal/api';
import { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Asker } from '../keptRecords/asker.ts';

// What other files of this process have loaded would hear of these people too.
vi.resetModules();
const { adoptIdentity, forgetIdentity } = await import('../profile.ts');
const { askBesideKept, setKeptAnswers } = await import('./keptAnswers.ts');

const patient = (id: number) => v.parse(PatientId, id);
const signIn = (userId: number, patientId: number) =>
  adoptIdentity({
    profile: v.parse(UserProfile, {
      userId,
      userName: `user${userId}`,
      email: null,
      firstName: 'Amelia',
      lastName: 'Okafor',
      loginType: 'userNamePassword',
      facilityId: 1,
      isEmailConfirmed: true,
      isEulaAccepted: true,
      isPasswordUpdateRequired: false,
      isAuthorizedRepresentative: false,
      languageCode: 'en',
      preferences: [],
      ids: [{ idType: 'Patient', value: patientId }],
      termsOfUse: null,
    }),
    capabilities: { modules: [] },
    patientId: patient(patientId),
    representations: [],
  });

const key = ['listLabResults', 1];
const call: CallShape = listLabResults;
const input = { params: { patientId: 11 } };
let cache = new QueryClient();
let keptFor: Asker[] = [];
let giveCopy: (answer: unknown) => void = () => undefined;
beforeEach(() => {
  cache = new QueryClient();
  keptFor = [];
  const copy = new Promise<{ answer: unknown; at: number }>((resolve) => {
    giveCopy = (answer) => resolve({ answer, at: 5 });
  });
  setKeptAnswers({
    find: () => copy,
    keep: (_call, _input, _answer, asker) => void keptFor.push(asker),
    drop: () => undefined,
  });
  signIn(7, 11);
});
afterEach(forgetIdentity);

const find = () => cache.getQueryCache().find<unknown, Error>({ queryKey: key });
const begin = () => cache.getQueryCache().build<unknown, Error>(cache, { queryKey: key });
function ask() {
  let answer: (value: unknown) => void = () => undefined;
  const asked = askBesideKept(call, input, find, () => new Promise((resolve) => (answer = resolve)));
  return { asked, answer: (value: unknown) => answer(value) };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('the copy stands in the cache with its age until the answer comes', async () => {
  begin();
  const { asked, answer } = ask();
  giveCopy('copy');
  await settled();
  expect(find()?.state).toMatchObject({ data: 'copy', dataUpdatedAt: 5, status: 'success' });
  answer('answer');
  expect(await asked).toBe('answer');
  expect(keptFor).toEqual([{ userId: 7, open: 11 }]);
});

test('an answer is kept for whoever asked, also after another patient or another person is there', async () => {
  begin();
  const { asked, answer } = ask();
  signIn(8, 12);
  answer('answer');
  await asked;
  expect(keptFor).toEqual([{ userId: 7, open: 11 }]);
});

test('a copy is not shown in a query of the same name that came after the one that asked', async () => {
  begin();
  const { asked, answer } = ask();
  cache.clear();
  begin();
  giveCopy('copy');
  await settled();
  expect(find()?.state.data).toBeUndefined();
  answer('answer');
  await asked;
});

test('a copy that comes after the answer changes nothing', async () => {
  begin();
  const { asked, answer } = ask();
  answer('answer');
  cache.setQueryData(key, await asked);
  giveCopy('copy');
  await settled();
  expect(find()?.state.data).toBe('answer');
});

test('what is never kept, or is the facility’s, is only asked', async () => {
  let found = 0;
  setKeptAnswers({
    find: () => {
      found += 1;
      return Promise.resolve(null);
    },
    keep: (_call, _input, _answer, asker) => void keptFor.push(asker),
    drop: () => undefined,
  });
  for (const [one, isKept] of [
    [listActivity, false],
    [listFacilityContacts, false],
    [listLabResults, true],
  ] as const) {
    keptFor = [];
    found = 0;
    expect(await askBesideKept(one, input, find, () => Promise.resolve('answer'))).toBe('answer');
    expect([keptFor.length, found]).toEqual(isKept ? [1, 1] : [0, 0]);
  }
  expect(listActivity.offline).toBe('never');
});
