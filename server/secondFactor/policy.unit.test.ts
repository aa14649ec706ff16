import { expect, test } from 'vitest';
import { policyOf } from './policy.ts';

const account = { switchedOnAt: null, dueAt: null, hasPassword: true };

test.each([
  [{}, true, false, 'optional'],
  [{ patients: 'off' }, true, false, 'off'],
  [{ patients: 'off', representatives: 'required' }, true, false, 'off'],
  [{ patients: 'off', representatives: 'required' }, false, true, 'required'],
  [{ patients: 'off', representatives: 'required' }, true, true, 'required'],
  [{ patients: 'optional', representatives: 'off' }, true, true, 'optional'],
  [{ patients: 'required', representatives: 'required' }, false, false, 'off'],
] as const)('%j, patient %s, acts for others %s: %s', (settings, isPatient, represents, policy) => {
  expect(policyOf({ ...account, settings, isPatient, represents })).toBe(policy);
});
