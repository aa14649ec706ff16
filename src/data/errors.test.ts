import { acceptTerms } from '@portal/api';
import { expect, test } from 'vitest';
import { isPassing, mayHaveArrived, messageFor, refusalOf } from './errors.ts';
import { refused } from '../../tests/apps/data/refused.ts';

test('on a session time-out load failures show no extra message', () => {
  expect(messageFor({ kind: 'sessionEnded' })).toBeNull();
});

test('each error of a login has the message that the specification gives it', () => {
  const codeOf = (error: string) => messageFor(refused(400, error))?.code;
  expect(codeOf('invalid_grant')).toBe('invalidgrant');
  expect(codeOf('access_ended')).toBe('accessEnded');
  expect(codeOf('locked_out')).toBe('lockedout');
  expect(codeOf('invalid_subscription')).toBe('facilitySubscriptionExpired');
  expect(codeOf('username_password_incorrect')).toBe('invalidlastnamebirthday');
  expect(codeOf('link_expired')).toBe('linkexpired');
  expect(codeOf('password_change_required')).toBeUndefined();
});

test('who did something too often hears when it works again, and who shares an address with many that they do', () => {
  expect(messageFor(refused(429, 'too_many_requests', { minutes: 12 }))).toEqual({
    code: 'tooOften',
    values: { minutes: 12 },
  });
  expect(messageFor(refused(429, 'too_many_requests'))).toEqual({
    code: 'tooManyRequests',
    values: {},
  });
});

test('a server that cannot work just now says to try again in a moment, whoever keeps it, unless the page has a message of its own', () => {
  for (const error of ['unavailable', 'a_code_of_their_own'])
    expect(messageFor(refused(503, error))).toEqual({ code: 'serverBusy', values: {} });
  for (const failure of [refused(503, 'unavailable'), refused(500, 'unexpected')])
    expect(messageFor(failure, 'questionnairedeclinefailed')?.code).toBe('questionnairedeclinefailed');
  expect(messageFor(refused(500, 'unexpected'))?.code).toBe('unspecified');
});

test('a refusal has the code that its call declares, or a shared one, and none where a back end says something else', () => {
  const codeOf = (error: string) => refusalOf(acceptTerms, refused(409, error));
  expect(codeOf('terms_changed')).toBe('terms_changed');
  expect(codeOf('not_found')).toBe('not_found');
  expect(codeOf('a_code_of_their_own')).toBeNull();
  expect(codeOf('locked_out')).toBeNull();
  expect(codeOf('toString')).toBeNull();
  expect(refusalOf(acceptTerms, { kind: 'offline' })).toBeNull();
  // @ts-expect-error -- no code of this call
  expect(codeOf('terms_changed') === 'locked_out').toBe(false);
});

test('terms that are to be accepted keep nothing from being sent later, and other refusals do', () => {
  expect(isPassing(refused(403, 'terms_required'))).toBe(true);
  expect(isPassing(refused(503, 'unavailable'))).toBe(true);
  for (const error of ['password_needed', 'not_found']) expect(isPassing(refused(403, error))).toBe(false);
});

test('what had no answer of the server, or a fault of it, may have been done; what it refused was not', () => {
  for (const failure of [{ kind: 'offline' }, { kind: 'malformed' }, refused(503, 'unavailable')] as const)
    expect(mayHaveArrived(failure)).toBe(true);
  for (const failure of [
    refused(429, 'too_many_requests'),
    refused(400, 'link_expired'),
    refused(403, 'terms_required'),
  ])
    expect(mayHaveArrived(failure)).toBe(false);
});
