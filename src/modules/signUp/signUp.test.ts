import { describe, expect, test } from 'vitest';
import type { Failure } from '../../data/errors.ts';
import { refused } from '../../../tests/apps/data/refused.ts';
import { allTexts } from '../../../tests/apps/allTexts.ts';
import type { MessageBarCodeName, MessageKey } from '../../words/index.ts';
import { identityOf, verificationFields } from './identity.ts';
import { acceptanceRefusal, accountRefusal, identityRefusal, isTermsChange } from './refusals.ts';

describe('the fields that a facility asks for', () => {
  test.each([
    ['PIN,MRN,SSN', ['pin', 'mrn', 'ssn']],
    ['pin', ['pin']],
    [' Mrn , sSn ', ['mrn', 'ssn']],
    ['PINS,INSURANCE', []],
    ['', []],
  ])('"%s"', (list, fields) => expect([...verificationFields(list)]).toEqual(fields));
});

test('an identity is sent with its date as year/month/day and without blanks around names', () => {
  expect(
    identityOf({
      firstName: ' Mira ',
      lastName: 'Olsen',
      day: '4',
      month: '05',
      year: '1961',
      pin: '123456',
      mrn: ' A-1 ',
      ssn: '',
    }),
  ).toEqual({
    firstName: 'Mira',
    lastName: 'Olsen',
    birthDate: '1961/05/4',
    pin: '123456',
    mrn: 'A-1',
    ssn: '',
  });
});

describe('a check of an identity or a PIN that fails says', () => {
  test('that it does not fit', () => {
    expect(identityRefusal(refused(404, 'not_found'))).toEqual({
      message: { code: 'signUpVerifyIdentityFailure' },
    });
  });
  test.each<[Failure, MessageBarCodeName]>([
    [refused(503, 'unavailable'), 'serverBusy'],
    [refused(500, 'unexpected'), 'unspecified'],
    [{ kind: 'malformed' }, 'unspecified'],
  ])('that the server failed, not that what was typed is wrong', (failure, code) => {
    const message = { message: { code, values: {} } };
    expect(identityRefusal(failure)).toEqual(message);
    expect(acceptanceRefusal(failure)).toEqual(message);
    expect(accountRefusal(failure)).toEqual(message);
  });
  test('that the invitation has expired, or had too many attempts', () => {
    expect(identityRefusal(refused(400, 'invitation_expired'))).toEqual({
      message: { code: 'invitationExpired' },
    });
    expect(identityRefusal(refused(400, 'attempts_exceeded'))).toEqual({
      message: { code: 'attemptsExceeded' },
    });
  });
  test('on another 400 what the server says, and without a word of its own that nothing fits', () => {
    expect(identityRefusal(refused(400, 'other', { error_description: 'Call us.' }))).toEqual({
      said: 'Call us.',
    });
    expect(identityRefusal(refused(400, 'other'))).toEqual({
      message: { code: 'signUpVerifyIdentityFailure' },
    });
  });
  test('how long to wait', () => {
    expect(identityRefusal(refused(400, 'locked_out', { minutes: 3 }))).toEqual({
      message: { code: 'lockedout', values: { minutes: 3 } },
    });
    expect(identityRefusal(refused(429, 'too_many_requests'))).toEqual({
      message: { code: 'tooManyRequests', values: {} },
    });
  });
  test('that there is no connection', () =>
    expect(identityRefusal({ kind: 'offline' })).toEqual({
      message: { code: 'noConnection', values: {} },
    }));
});

describe('an account that is refused says', () => {
  test('that the name is taken, at its field too', () => {
    expect(accountRefusal(refused(400, 'username_exists'))).toEqual({
      message: { code: 'signUpAccountInformationDuplicateName' },
      fields: { username: { text: 'signUp.otherUsername' } },
    });
  });
  test('that the password is too weak, at its field', () =>
    expect(accountRefusal(refused(400, 'password_rules'))).toEqual({
      fields: { newPassword: { text: 'form.passwordRulesFailed' } },
    }));
  test('that the password is easy to guess, at its field', () =>
    expect(accountRefusal(refused(400, 'password_guessable'))).toEqual({
      fields: { newPassword: { text: 'signUp.passwordGuessable' } },
    }));
  test('that the terms are others by now, at their box', () => {
    expect(accountRefusal(refused(409, 'terms_changed'))).toEqual({
      message: { code: 'termsChanged' },
      fields: { isTermsOfUseAccepted: { text: 'signUp.termsMustAccept' } },
    });
    expect([refused(409, 'terms_changed'), refused(409, 'other')].map(isTermsChange)).toEqual([true, false]);
  });
  test('that the invitation is over', () =>
    expect(accountRefusal(refused(400, 'invitation_expired'))).toEqual({ message: { code: 'invitationExpired' } }));
  test.each<Failure>([refused(404, 'not_found'), refused(400, 'other')])(
    'for anything else that the information is invalid',
    (failure) => {
      expect(accountRefusal(failure)).toEqual({ message: { code: 'signupFailed' } });
    },
  );
});

test('texts of the specification stand word for word', () => {
  const english = (key: MessageKey) => allTexts.get(key)?.en;
  expect(english('form.cancelTitle')).toBe('Are you sure?');
  expect(english('form.cancelMessage')).toBe("You'll lose any changes you've made.");
  expect(english('form.cancelConfirm')).toBe('Yes, I want to cancel');
  expect(english('form.cancelDismiss')).toBe('No, take me back');
  expect(english('form.email')).toBe('Email address is not in correct format.');
  expect(english('form.passwordsDiffer')).toBe('Passwords do not match.');
  expect(english('form.passwordRulesFailed')).toBe('Password does not meet security requirements.');
  expect(english('form.useAtLeast')).toBe('Use at least');
  expect(english('signUp.emailTitle')).toBe('Enter Your Email Address');
  expect(english('signUp.usernameFormat')).toBe('Invalid username format');
  expect(english('signUp.termsMustAccept')).toBe('You must accept the terms of use to create an account.');
  expect(english('bar.signUpAccountInformationDuplicateName')).toBe('That username is already in use.');
  expect(english('bar.signupFailed')).toBe('Invalid information');
});
