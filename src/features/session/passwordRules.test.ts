import { getPasswordRules } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { checkPassword } from './passwordRules.ts';

const rules = { minimumLength: 8, numOfCapitalLetters: 1, numOfNumbers: 2, numOfSpecialCharacters: 1 };
const unmet = (password: string) => checkPassword(rules, password).filter(({ met }) => !met).map(({ name }) => name);

test('a password that meets all', () => expect(unmet('Quiet 42x')).toEqual([]));
test('each rule is told on its own', () => {
  expect(unmet('')).toEqual(['length', 'capitals', 'numbers', 'specials']);
  expect(unmet('quiet 42x')).toEqual(['capitals']);
  expect(unmet('Quietxx 4')).toEqual(['numbers']);
  expect(unmet('Quietxx42')).toEqual(['specials']);
});
test.each(['!', '@', '#', '$', '%', '&', '(', ')', '+', ' '])('"%s" is a special character', (sign) => expect(unmet(`Quietxx42${sign}`)).toEqual([]));
test.each(['*', '-', '_', '.', 'é'])('"%s" is none', (sign) => expect(unmet(`Quietxx42${sign}`)).toEqual(['specials']));
test('a rule that asks for nothing is not shown', () => {
  expect(checkPassword({ ...rules, numOfCapitalLetters: 0 }, '').map(({ name }) => name)).toEqual(['length', 'numbers', 'specials']);
});
test('both namings are read', () => {
  expect(v.parse(getPasswordRules.answer, { minLength: 8, capitalLetters: 1, numbers: 2, specialCharacters: 1 })).toEqual(rules);
  expect(v.parse(getPasswordRules.answer, rules)).toEqual(rules);
});
