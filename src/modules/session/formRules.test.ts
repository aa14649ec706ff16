import { EmailAddress, changePasswordAtLogin, forgotPassword, requestToken, resetPassword } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type Rule, firstProblem } from '../../ui/form/rules.ts';
import {
  forgotPasswordRules,
  linkLoginRules,
  provideEmailRules,
  resetPasswordRules,
  updatePasswordRules,
} from './formRules.ts';

const noStates = () => [];
const reset = resetPasswordRules(noStates);
const update = updatePasswordRules(noStates);
const trimmed = (typed: string) => typed.trim();
const verbatim = (typed: string) => typed;

/** Texts of all kinds, including those at the limits of the contract. */
const typed = fc.oneof(
  fc.string(),
  fc.emailAddress(),
  fc.emailAddress().map((address) => ` ${address} `),
  fc
    .tuple(fc.constantFrom(40, 100, 200, 254, 1000), fc.integer({ min: -1, max: 1 }), fc.constantFrom('x', '7', ' '))
    .map(([limit, more, sign]) => sign.repeat(limit + more)),
);

const fields: readonly [string, readonly Rule<string>[], v.GenericSchema, (typed: string) => string][] = [
  ['last name of a link', linkLoginRules['last-name'], requestToken.headers['last-name'], trimmed],
  ['provided email', provideEmailRules.email, EmailAddress, trimmed],
  ['forgotten username', forgotPasswordRules.username, forgotPassword.query.userName, trimmed],
  ['new password', reset.newPassword.slice(0, 1), resetPassword.body.entries.newPassword, verbatim],
  ['old password at login', update.oldPassword, changePasswordAtLogin.body.entries.oldPassword, verbatim],
  ['new password at login', update.newPassword, changePasswordAtLogin.body.entries.newPassword, verbatim],
];

test.each(fields)(
  '%s: the form takes what is there and what the contract takes, and nothing else',
  (_, rules, schema, sent) => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(firstProblem(rules, text, null) === null).toBe(sent(text) !== '' && v.is(schema, sent(text)));
      }),
    );
  },
);

describe('a date of birth', () => {
  test.each([
    ['', '', '', 'form.dateMissing'],
    ['', '5', '1961', 'form.dayMissing'],
    ['4', '5', '', 'form.yearMissing'],
    ['31', '2', '1961', 'form.dateNotThere'],
    ['4', '5', '61', 'form.yearDigits'],
    ['4', '5', '1961', undefined],
  ])('%s/%s/%s: %s', (day, month, year, text) => {
    expect(firstProblem(linkLoginRules.birthDate, { day, month, year }, null)?.text).toBe(text);
  });
});
