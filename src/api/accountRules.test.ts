import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { isUsername, keepsPasswordRules, passwordStates } from './accountRules.ts';
import { getPasswordRules } from './session.ts';

describe('a password', () => {
  const rules = { minimumLength: 8, numOfCapitalLetters: 1, numOfNumbers: 2, numOfSpecialCharacters: 1 };
  const unmet = (password: string) => passwordStates(rules, password).filter(({ met }) => !met).map(({ name }) => name);
  const specials = '!@#$%&()+ '.split('');

  test('that meets all', () => expect(unmet('Quiet 42x')).toEqual([]));
  test('each rule is told on its own', () => {
    expect(unmet('')).toEqual(['length', 'capitals', 'numbers', 'specials']);
    expect(unmet('quiet 42x')).toEqual(['capitals']);
    expect(unmet('Quietxx 4')).toEqual(['numbers']);
    expect(unmet('Quietxx42')).toEqual(['specials']);
    expect(unmet('Qu 42')).toEqual(['length']);
  });
  test.each(specials)('"%s" is a special character', (sign) => expect(unmet(`Quietxx42${sign}`)).toEqual([]));
  test.each(['*', '-', '_', '.', '?', 'é', '\u00a0'])('"%s" is none', (sign) => expect(unmet(`Quietxx42${sign}`)).toEqual(['specials']));
  test('capitals are those from A to Z', () => expect(unmet('Éuiet 42x')).toEqual(['capitals']));
  test('a rule that asks for nothing is not shown', () => {
    expect(passwordStates({ ...rules, numOfCapitalLetters: 0 }, '').map(({ name }) => name)).toEqual(['length', 'numbers', 'specials']);
  });
  test('both namings of the rules are read', () => {
    expect(v.parse(getPasswordRules.answer, { minLength: 8, capitalLetters: 1, numbers: 2, specialCharacters: 1 })).toEqual(rules);
    expect(v.parse(getPasswordRules.answer, rules)).toEqual(rules);
  });

  const anyRules = fc.record({ minimumLength: fc.nat(20), numOfCapitalLetters: fc.nat(4), numOfNumbers: fc.nat(4), numOfSpecialCharacters: fc.nat(4) });
  const unit = (signs: string) => fc.constantFrom(...signs.split(''));
  const anyPassword = fc.string({ unit: fc.oneof(unit('ABCZ'), unit('0189'), unit('!@#$%&()+ '), unit('abz_-é漢')), maxLength: 30 });

  test('is counted sign by sign, whatever the rules', () => {
    fc.assert(
      fc.property(anyRules, anyPassword, (some, password) => {
        const signs = password.split('');
        const counts = {
          length: password.length,
          capitals: signs.filter((sign) => sign >= 'A' && sign <= 'Z').length,
          numbers: signs.filter((sign) => sign >= '0' && sign <= '9').length,
          specials: signs.filter((sign) => specials.includes(sign)).length,
        };
        for (const { name, count, met } of passwordStates(some, password)) expect(met, name).toBe(counts[name] >= count);
        expect(keepsPasswordRules(some, password)).toBe(
          counts.length >= some.minimumLength && counts.capitals >= some.numOfCapitalLetters && counts.numbers >= some.numOfNumbers && counts.specials >= some.numOfSpecialCharacters,
        );
      }),
    );
  });
  test('that keeps the rules keeps them with anything added, in any order', () => {
    fc.assert(
      fc.property(anyRules, anyPassword, anyPassword, (some, password, more) => {
        fc.pre(keepsPasswordRules(some, password));
        expect(keepsPasswordRules(some, password + more)).toBe(true);
        expect(keepsPasswordRules(some, password.split('').toReversed().join(''))).toBe(true);
      }),
    );
  });
});

describe('a username', () => {
  const first = fc.constantFrom(...'abcXYZ019'.split(''));
  const later = fc.constantFrom(...'abcXYZ019@._-'.split(''));

  test('has 4 to 100 characters, a letter or digit first', () => {
    fc.assert(
      fc.property(first, fc.string({ unit: later, maxLength: 120 }), (start, rest) => {
        expect(isUsername(start + rest)).toBe(rest.length >= 3 && rest.length <= 99);
      }),
    );
  });
  test('begins with no sign', () => {
    fc.assert(fc.property(fc.constantFrom(...'@._-'.split('')), fc.string({ unit: later, minLength: 3, maxLength: 99 }), (start, rest) => {
        expect(isUsername(start + rest)).toBe(false);
      }));
  });
  test('has no other character anywhere', () => {
    fc.assert(
      fc.property(first, fc.string({ unit: later, minLength: 3, maxLength: 40 }), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), fc.nat(40), (start, rest, other, at) => {
        fc.pre(!/^[A-Za-z0-9@._-]$/.test(other));
        expect(isUsername(start + rest.slice(0, at) + other + rest.slice(at))).toBe(false);
      }),
    );
  });
  test('ends where it ends: a line break is no part of it', () => expect(isUsername('mira\n')).toBe(false));
});
