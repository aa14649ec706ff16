import { loginTypes } from '@portal/api';
import { describe, expect, test } from 'vitest';
import * as modules from '../../modules.ts';
import { registerModules } from '../routing/pages.ts';
import { afterSignIn, type Arriving, isTarget } from './afterSignIn.ts';

registerModules(Object.values(modules));

const person: Arriving = {
  isEulaAccepted: true,
  isPasswordUpdateRequired: false,
  email: 'mira@example.org',
  loginType: 'userNamePassword',
};

describe('where a sign-in leads', () => {
  test.each(['/', '/dashboard', '/questionnaires', '/complete-questionnaire', '/QUESTIONNAIRES', '/provide-email'])(
    '%s is a target',
    (path) => expect(isTarget(path)).toBe(true),
  );
  test.each([
    '/login',
    '/LOGIN',
    '/logout',
    '/Logout',
    '/linkLogin',
    '/singleSignOn',
    '/singleSignOnFailed',
    '/ssoLogout',
    '/ssologout',
    '/reset-password',
    '/confirm-email',
    '/update-password',
    '/kioskLogin',
    '/nowhere',
  ])('%s is none', (path) => expect(isTarget(path)).toBe(false));

  test('without a target to the dashboard; a target of "/" is the dashboard', () => {
    expect(afterSignIn(person, {})).toEqual({ path: '/dashboard', search: {} });
    expect(afterSignIn(person, { redirect: '/' })).toEqual({ path: '/dashboard', search: { isAutoRedirect: 'true' } });
  });
  test('terms first, with the way to the target', () => {
    const search = { redirect: '/questionnaires', visit: '7' };
    expect(
      afterSignIn({ ...person, isEulaAccepted: false, isPasswordUpdateRequired: true, email: null }, search),
    ).toEqual({ path: '/termsOfUse', search });
  });
  test('then an overdue password, then a missing email address', () => {
    expect(
      afterSignIn({ ...person, isPasswordUpdateRequired: true, email: null }, { redirect: '/questionnaires' }).path,
    ).toBe('/update-password');
    for (const email of [null, '', ' '])
      expect(afterSignIn({ ...person, email }, { redirect: '/questionnaires' })).toEqual({
        path: '/provide-email',
        search: { redirect: '/questionnaires' },
      });
  });
  test('nobody but who signs in by name and password is asked for an email address or a new password', () => {
    for (const loginType of loginTypes.filter((type) => type !== 'userNamePassword')) {
      expect(afterSignIn({ ...person, loginType, email: null, isPasswordUpdateRequired: true }, {}).path).toBe(
        '/dashboard',
      );
    }
  });
  test('kiosk and link users go past the terms', () => {
    for (const loginType of loginTypes) {
      expect(afterSignIn({ ...person, loginType, isEulaAccepted: false }, {}).path).toBe(
        loginType === 'userNamePassword' || loginType === 'singleSignOn' ? '/termsOfUse' : '/dashboard',
      );
    }
  });
  test('single sign-on forwards its other parameters without a target, too', () => {
    expect(
      afterSignIn({ ...person, loginType: 'singleSignOn' }, { redirect: 'https://evil.example', visit: '7' }),
    ).toEqual({ path: '/dashboard', search: { visit: '7' } });
    expect(afterSignIn(person, { visit: '7' })).toEqual({ path: '/dashboard', search: {} });
  });
});
