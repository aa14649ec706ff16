import { NewAccount, SignUpEmail, SignUpIdentity, verifyInvitationToken } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { type Rule, firstProblem } from '../../ui/form/rules.ts';
import { accountRules, emailRules, identityRules, longestVerification, representativeRules } from './formRules.ts';

const identity = identityRules(new Set(['pin', 'mrn', 'ssn']));
const account = accountRules(() => []);
const trimmed = (typed: string) => typed.trim();
const verbatim = (typed: string) => typed;

/** Texts of all kinds, including those at the limits of the contract. */
const typed = fc.oneof(
  fc.string(),
  fc.emailAddress(),
  fc.stringMatching(/^[A-Za-z0-9@._-]{2,102}$/),
  fc
    .tuple(
      fc.constantFrom(4, 20, 40, 60, 100, 200, 1000),
      fc.integer({ min: -1, max: 1 }),
      fc.constantFrom('x', '7', ' '),
    )
    .map(([limit, more, sign]) => sign.repeat(limit + more)),
);

const { entries } = SignUpIdentity;
const fields: readonly [string, readonly Rule<string>[], v.GenericSchema, (typed: string) => string][] = [
  ['first name', identity.firstName, entries.firstName, trimmed],
  ['last name', identity.lastName, entries.lastName, trimmed],
  ['PIN of a patient', identity.pin, entries.pin, trimmed],
  ['record number', identity.mrn, entries.mrn, trimmed],
  ['social security number', identity.ssn, entries.ssn, trimmed],
  ['email of a patient without one', emailRules.email, SignUpEmail, trimmed],
  ['PIN of a representative', representativeRules.pin, verifyInvitationToken.params.pin, trimmed],
  ['email', [...account.rules.email, ...account.rulesOnSubmit.email], NewAccount.entries.emailAddress, trimmed],
  ['username', account.rules.username, NewAccount.entries.username, trimmed],
  ['password', account.rules.newPassword, NewAccount.entries.password, verbatim],
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

test('a birth date that the form takes is one that the contract takes', () => {
  const number = fc.oneof(fc.nat(32).map(String), fc.integer({ min: 1900, max: 2100 }).map(String), fc.string());
  fc.assert(
    fc.property(number, number, number, (day, month, year) => {
      const date = { day, month, year };
      const isRight = [
        firstProblem(identity.day, day, date),
        firstProblem(identity.month, month, date),
        firstProblem(identity.year, year, date),
      ].every((problem) => problem === null);
      if (isRight) expect(v.is(entries.birthDate, `${year}/${month}/${day}`)).toBe(true);
    }),
  );
});

test('terms have to be accepted', () => {
  const rules = account.rules.isTermsOfUseAccepted;
  expect(firstProblem(rules, false, null)).toEqual({ text: 'signUp.termsMustAccept' });
  expect(firstProblem(rules, true, null)).toBeNull();
});

test('what is not asked for has no rule, and what is has the length of the contract', () => {
  const none = identityRules(new Set());
  expect([none.pin, none.mrn, none.ssn]).toEqual([[], [], []]);
  expect(longestVerification).toEqual({ pin: 40, mrn: 60, ssn: 20 });
});
