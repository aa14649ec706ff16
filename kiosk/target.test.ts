import { expect, it } from 'vitest';
import { parseSearch, returnReason, signedOutAddress, staffTarget, stringifySearch } from './target.ts';

it('a query stays text: nothing in it becomes a number, an object or another text', () => {
  expect(parseSearch('?data=0012&a=%7B%22b%22%3A1%7D&startIfOnlyOne=true')).toEqual({ data: '0012', a: '{"b":1}', startIfOnlyOne: 'true' });
  expect(stringifySearch({ redirect: '/kioskQuestionnaires?startIfOnlyOne=true' })).toBe('?redirect=%2FkioskQuestionnaires%3FstartIfOnlyOne%3Dtrue');
});

it('a sign-in leads to the list, with what was asked of it', () => {
  expect(staffTarget('/kioskQuestionnaires?startIfOnlyOne=true')).toBe('/kioskQuestionnaires?startIfOnlyOne=true');
});

it('a sign-in never leads elsewhere', () => {
  for (const redirect of [undefined, '', 'https://elsewhere.example/', '//elsewhere.example/kioskQuestionnaires', '/\\elsewhere.example', '/login', '/patientKioskQuestionnaires']) {
    expect(staffTarget(redirect)).toBe('/kioskQuestionnaires');
  }
});

it('without a session every address is the sign-in, which knows the way back to the list', () => {
  expect(signedOutAddress('/kioskLogin', '?return=idle')).toBe('/kioskLogin?return=idle');
  expect([signedOutAddress('/', ''), signedOutAddress('/kioskQuestionnaires', ''), signedOutAddress('/nowhere', '?x=1')]).toEqual(['/kioskLogin', '/kioskLogin', '/kioskLogin']);
  const address = new URL(signedOutAddress('/kioskQuestionnaires', '?startIfOnlyOne=true'), 'https://kiosk.invalid');
  expect(staffTarget(parseSearch(address.search)['redirect'])).toBe('/kioskQuestionnaires?startIfOnlyOne=true');
});

it('where a visit was and is over, the tablet asks to be returned', () => {
  expect(signedOutAddress('/complete-kiosk-questionnaire', '?x=1')).toBe('/kioskLogin?return=left');
  expect(signedOutAddress('/PATIENTKIOSKUSERLOGIN', '')).toBe('/kioskLogin?return=left');
});

it('an address says why the tablet is back only in words that we know', () => {
  expect([returnReason('idle'), returnReason('staff'), returnReason(undefined), returnReason('<b>')]).toEqual(['idle', 'staff', null, null]);
});
