import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { isEmailAddress, isUsername, keepsPasswordRules, passwordStates } from './accountRules.ts';
import { getPasswordRules } from './passwords.ts';
import { emailAddresses } from '../../tests/apps/emailAddresses.ts';
import { onProcessor } from '../../tests/support/processorTime.ts';

describe('a password', () => {
  const rules = { minimumLength: 8, numOfCapitalLetters: 1, numOfNumbers: 2, numOfSpecialCharacters: 1 };
  const unmet = (password: string) =>
    passwordStates(rules, password)
      .filter(({ met }) => !met)
      .map(({ name }) => name);
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
  test.each(['*', '-', '_', '.', '?', 'é', '\u00a0'])('"%s" is none', (sign) =>
    expect(unmet(`Quietxx42${sign}`)).toEqual(['specials']),
  );
  test('capitals are those from A to Z', () => expect(unmet('Éuiet 42x')).toEqual(['capitals']));
  test('a rule that asks for nothing is not shown', () => {
    expect(passwordStates({ ...rules, numOfCapitalLetters: 0 }, '').map(({ name }) => name)).toEqual([
      'length',
      'numbers',
      'specials',
    ]);
  });
  test('both namings of the rules are read', () => {
    expect(
      v.parse(getPasswordRules.answer, { minLength: 8, capitalLetters: 1, numbers: 2, specialCharacters: 1 }),
    ).toEqual(rules);
    expect(v.parse(getPasswordRules.answer, rules)).toEqual(rules);
  });

  const anyRules = fc.record({
    minimumLength: fc.nat(20),
    numOfCapitalLetters: fc.nat(4),
    numOfNumbers: fc.nat(4),
    numOfSpecialCharacters: fc.nat(4),
  });
  const unit = (signs: string) => fc.constantFrom(...signs.split(''));
  const anyPassword = fc.string({
    unit: fc.oneof(unit('ABCZ'), unit('0189'), unit('!@#$%&()+ '), unit('abz_-é漢')),
    maxLength: 30,
  });

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
        for (const { name, count, met } of passwordStates(some, password))
          expect(met, name).toBe(counts[name] >= count);
        expect(keepsPasswordRules(some, password)).toBe(
          counts.length >= some.minimumLength &&
            counts.capitals >= some.numOfCapitalLetters &&
            counts.numbers >= some.numOfNumbers &&
            counts.specials >= some.numOfSpecialCharacters,
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
    fc.assert(
      fc.property(
        fc.constantFrom(...'@._-'.split('')),
        fc.string({ unit: later, minLength: 3, maxLength: 99 }),
        (start, rest) => {
          expect(isUsername(start + rest)).toBe(false);
        },
      ),
    );
  });
  test('has no other character anywhere', () => {
    fc.assert(
      fc.property(
        first,
        fc.string({ unit: later, minLength: 3, maxLength: 40 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
        fc.nat(40),
        (start, rest, other, at) => {
          fc.pre(!/^[A-Za-z0-9@._-]$/.test(other));
          expect(isUsername(start + rest.slice(0, at) + other + rest.slice(at))).toBe(false);
        },
      ),
    );
  });
  test('ends where it ends: a line break is no part of it', () => expect(isUsername('mira\n')).toBe(false));
});

describe('an email address', () => {
  /** Addresses that the public list accepts and our rule refuses, with the reason: the top-level part has 2 to 9 letters. */
  const refusedOnPurpose = {
    'an international name at the top level': /@xn--hxajbheg2az3al\.xn--jxalpdlp$/,
    'a top level of one letter': /\.[a-z]$/,
    'a hyphen in the top level': /\.co-uk$/,
    'a top level of more than 9 letters': /\.[a-z]{10,}$/,
  };
  const purposes = Object.entries(refusedOnPurpose);
  /** Of the addresses that the list warns about, the specification allows only this kind. */
  const takenOnPurpose = ['address in brackets, version 4'];
  const cases = emailAddresses.flatMap(([category, diagnosis, addresses]) =>
    addresses.map((address) => ({ category, diagnosis, address })),
  );

  test('the list is whole: 164 entries, one of them twice', () => {
    expect(new Set(cases.map(({ address }) => address)).size).toBe(163);
    expect(cases).toHaveLength(163);
  });
  test.each(cases)('$category, $diagnosis: $address', ({ category, diagnosis, address }) => {
    const hasNoFault = category === 'valid' || category === 'dnsWarning';
    const isRefusedOnPurpose = purposes.some(([, which]) => which.test(address));
    expect(isEmailAddress(address)).toBe(hasNoFault ? !isRefusedOnPurpose : takenOnPurpose.includes(diagnosis));
  });
  test.each(purposes)('the list has addresses without fault, but %s', (_, which) => {
    expect(
      cases.some(({ category, address }) => (category === 'valid' || category === 'dnsWarning') && which.test(address)),
    ).toBe(true);
  });

  const atom = fc.string({
    unit: fc.constantFrom(..."abzABZ019!#$%&'*+/=?^_`{|}~-".split('')),
    minLength: 1,
    maxLength: 10,
  });
  const local = fc.array(atom, { minLength: 1, maxLength: 4 }).map((atoms) => atoms.join('.'));
  const label = fc.stringMatching(/^[a-zA-Z0-9]([a-zA-Z0-9-]{0,20}[a-zA-Z0-9])?$/);
  const domain = fc
    .tuple(fc.array(label, { minLength: 1, maxLength: 4 }), fc.stringMatching(/^[a-zA-Z]{2,9}$/))
    .map(([labels, top]) => [...labels, top].join('.'));

  test('allowed characters with single dots, @, a domain with a top-level part of 2 to 9 letters', () => {
    fc.assert(
      fc.property(local, domain, (name, place) => {
        expect(isEmailAddress(`${name}@${place}`)).toBe(true);
      }),
    );
  });
  test('an IPv4 address is in brackets, each number up to 255', () => {
    fc.assert(
      fc.property(local, fc.array(fc.nat(999), { minLength: 4, maxLength: 4 }), (name, numbers) => {
        const ip = numbers.join('.');
        expect(isEmailAddress(`${name}@[${ip}]`)).toBe(numbers.every((number) => number <= 255));
        expect(isEmailAddress(`${name}@${ip}`)).toBe(false);
      }),
    );
  });
  test('no two dots in a row, none at an end of the local part', () => {
    fc.assert(
      fc.property(local, atom, domain, (name, more, place) => {
        for (const wrong of [`${name}..${more}`, `.${name}`, `${name}.`])
          expect(isEmailAddress(`${wrong}@${place}`), wrong).toBe(false);
      }),
    );
  });
  test('no top-level part of 1 or of 10 letters and more', () => {
    fc.assert(
      fc.property(local, label, fc.stringMatching(/^([a-z]|[a-z]{10,20})$/), (name, place, top) => {
        expect(isEmailAddress(`${name}@${place}.${top}`)).toBe(false);
      }),
    );
  });
  test('answers quickly, whatever it is asked', () => {
    for (const text of [
      `${'a.'.repeat(50_000)}@`,
      `a@${'a-'.repeat(50_000)}`,
      `${'a'.repeat(50)}@${'a.'.repeat(100)}!`,
    ])
      expect(onProcessor(() => isEmailAddress(text)).ms, text.slice(0, 10)).toBeLessThan(1000);
  });
});
