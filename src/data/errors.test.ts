import { expect, test } from 'vitest';
import { messageFor } from './errors.ts';

const refused = (error: string) => ({ kind: 'refused', status: 400, body: { error } }) as const;

test('on a session time-out load failures show no extra message', () => {
  for (const name of ['listQuestionnaires', 'getPatient', 'getLoginProfile', 'submitQuestionnaire']) expect(messageFor({ name }, { kind: 'sessionEnded' })).toBeNull();
});

test('each error of a login has the message that the specification gives it', () => {
  const codeOf = (error: string) => messageFor({ name: 'token' }, refused(error))?.code;
  expect(codeOf('invalid_grant')).toBe('invalidgrant');
  expect(codeOf('locked_out')).toBe('lockedout');
  expect(codeOf('invalid_subscription')).toBe('facilitySubscriptionExpired');
  expect(codeOf('username_password_incorrect')).toBe('invalidlastnamebirthday');
  expect(codeOf('link_expired')).toBe('linkexpired');
  expect(codeOf('password_change_required')).toBeUndefined();
});
