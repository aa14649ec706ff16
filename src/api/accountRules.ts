import * as v from 'valibot';
import type { PasswordRules } from './passwords.ts';

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const emailPattern = new RegExp(
  `^${atom}(?:\\.${atom})*@(?:(?:${label}\\.)+[A-Za-z]{2,9}|\\[${octet}(?:\\.${octet}){3}\\])$`,
);

/**
 * The shared email rule (specification 1, section 5; 3, section 5): a local part of allowed characters with single dots, then `@`, then a
 * domain with a top-level part of 2 to 9 letters, or an IPv4 address in brackets.
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 && text.indexOf('@') <= 64 && emailPattern.test(text);
/** Names of checks for which forms have their own texts; the message of the check is its name. */
export type CheckName = 'email';
const emailCheck = v.check(isEmailAddress, 'email' satisfies CheckName);
export const EmailAddress = v.pipe(v.string(), emailCheck);
/** The address of a patient whose record has none, with the specification's minimum length (specification 1, section 5). */
export const SignUpEmail = v.pipe(v.string(), v.minLength(5), emailCheck);

/** 4 to 100 characters; a letter or digit first, then letters, digits and `@ . _ -` (specification 1, section 5). */
export const isUsername = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9@._-]{3,99}$/.test(text);
export const Username = v.pipe(v.string(), v.maxLength(100), v.check(isUsername, 'not a username'));

export type PasswordRuleName = 'length' | 'capitals' | 'numbers' | 'specials';

/** One rule for a password, and whether the password meets it. */
export interface PasswordState {
  readonly name: PasswordRuleName;
  /** The number that it requires. */
  readonly count: number;
  readonly met: boolean;
}

const occurrences = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/** Each rule with whether a password meets it, without those that require nothing (specification 1, section 5; rulings, section 3). */
export function passwordStates(rules: PasswordRules, password: string): PasswordState[] {
  const states: PasswordState[] = [
    { name: 'length', count: rules.minimumLength, met: password.length >= rules.minimumLength },
    {
      name: 'capitals',
      count: rules.numOfCapitalLetters,
      met: occurrences(password, /[A-Z]/g) >= rules.numOfCapitalLetters,
    },
    { name: 'numbers', count: rules.numOfNumbers, met: occurrences(password, /[0-9]/g) >= rules.numOfNumbers },
    {
      name: 'specials',
      count: rules.numOfSpecialCharacters,
      met: occurrences(password, /[!@#$%&()+ ]/g) >= rules.numOfSpecialCharacters,
    },
  ];
  return states.filter(({ count }) => count > 0);
}

export const keepsPasswordRules = (rules: PasswordRules, password: string): boolean =>
  passwordStates(rules, password).every(({ met }) => met);
