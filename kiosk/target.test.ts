import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../src/browser/search.ts';
import { signedOutAddress } from './signedOutAddress.ts';
import { fateInAddress, returnAddress, returnReason, staffTarget, languageOfVisit } from './target.ts';
import { wipeReasons } from './wipe/wipe.ts';

it('a query stays text: nothing in it becomes a number, an object or another text', () => {
  expect(parseSearch('?data=0012&a=%7B%22b%22%3A1%7D&startIfOnlyOne=true')).toEqual({
    data: '0012',
    a: '{"b":1}',
    startIfOnlyOne: 'true',
  });
  expect(stringifySearch({ redirect: '/kioskQuestionnaires?startIfOnlyOne=true' })).toBe(
    '?redirect=%2FkioskQuestionnaires%3FstartIfOnlyOne%3Dtrue',
  );
});

it('a sign-in leads to the list, with what was asked of it', () => {
  expect(staffTarget('/kioskQuestionnaires?startIfOnlyOne=true')).toBe('/kioskQuestionnaires?startIfOnlyOne=true');
});

it('a sign-in never leads elsewhere', () => {
  for (const redirect of [
    undefined,
    '',
    'https://elsewhere.example/',
    '//elsewhere.example/kioskQuestionnaires',
    '/\\elsewhere.example',
    '/login',
    '/patientKioskQuestionnaires',
  ]) {
    expect(staffTarget(redirect)).toBe('/kioskQuestionnaires');
  }
});

it('without a session every address is the sign-in, which knows the way back to the list', () => {
  expect(signedOutAddress('/kioskLogin', '?return=idle')).toBe('/kioskLogin?return=idle');
  expect([
    signedOutAddress('/', ''),
    signedOutAddress('/kioskQuestionnaires', ''),
    signedOutAddress('/nowhere', '?x=1'),
  ]).toEqual(['/kioskLogin', '/kioskLogin', '/kioskLogin']);
  const address = new URL(
    signedOutAddress('/kioskQuestionnaires', '?startIfOnlyOne=true') ?? '',
    'https://kiosk.invalid',
  );
  expect(staffTarget(parseSearch(address.search)['redirect'])).toBe('/kioskQuestionnaires?startIfOnlyOne=true');
});

it('a tablet can be set up before anybody signs in, and what else is of staff asks for the sign-in', () => {
  expect(signedOutAddress('/kioskSetUp', '')).toBeNull();
  expect(signedOutAddress('/kioskTablet', '')).toBe('/kioskLogin');
});

it('where a visit was and is over, the tablet asks to be returned', () => {
  expect(signedOutAddress('/complete-kiosk-questionnaire', '?x=1')).toBe('/kioskLogin?return=left');
  expect(signedOutAddress('/PATIENTKIOSKUSERLOGIN', '')).toBe('/kioskLogin?return=left');
});

it('an address says why the tablet is back only in words that we know', () => {
  expect([returnReason('idle'), returnReason('staff'), returnReason(undefined), returnReason('<b>')]).toEqual([
    'idle',
    'staff',
    null,
    null,
  ]);
});

it('the way back from a visit says what became of the answers, and nothing that a visit cannot say', () => {
  expect(['sent', 'kept', 'lost', '', 'Juniper', undefined].map(fateInAddress)).toEqual([
    'sent',
    'kept',
    'lost',
    null,
    null,
    null,
  ]);
});

it('however a visit ended, the tablet asks for its return in the language of the visit, and no other page speaks it', () => {
  for (const reason of wipeReasons) {
    const ended = returnAddress({ reason, fate: null, language: 'zh' });
    expect(ended).toBe(`/kioskLogin?return=${reason}&language=zh`);
    expect(languageOfVisit(parseSearch(new URL(ended, 'https://kiosk.example').search))).toBe('zh');
  }
  expect(returnAddress({ reason: 'idle', fate: 'kept', language: 'zh' })).toBe(
    '/kioskLogin?return=idle&language=zh&answers=kept',
  );
  expect(languageOfVisit({ return: 'staff', language: 'zh' })).toBeNull();
  expect(languageOfVisit({ language: 'zh' })).toBeNull();
  expect(languageOfVisit({ return: 'finished', language: 'xx' })).toBeNull();
  expect(languageOfVisit({ return: 'left' })).toBeNull();
});
