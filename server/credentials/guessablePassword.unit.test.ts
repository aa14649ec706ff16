import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isGuessable } from './guessablePassword.ts';

describe('a password that anybody would try', () => {
  test.each([
    'Qwerty12!',
    'Summer2026!',
    'Password1!',
    'P@ssw0rd1!',
    'Pa$$w0rd!',
    'Welcome123#',
    'Contraseña1!',
    'Été+2026',
    'Abcd1234!',
    'Aaaaaaa1!',
    'A12345678!',
    '1234567A!',
    'Winter 26!',
    '!Letmein9',
    'Hospital(1)',
  ])('"%s"', (password) => expect(isGuessable(password, 'somebody')).toBe(true));

  test('is one with the username in it, however it is written', () => {
    for (const password of ['Mira.Quell1!', 'xxMIRA.QUELL9+', 'mira.quell+A1'])
      expect(isGuessable(password, ' Mira.Quell'), password).toBe(true);
    expect(isGuessable('Mira.Quell+Brook8', 'mira.quell@example.org')).toBe(true);
  });

  test.each(['Liverpool1!', '1Qaz2Wsx!', 'Ch3ls3a#1', 'Trustno1!', 'Butterfly22$', 'Monkey+1985'])(
    'is one that has leaked: "%s"',
    (password) => expect(isGuessable(password, 'somebody')).toBe(true),
  );

  test('is one with little in it but what belongs to the person', () => {
    const personal = ['Marta', 'Ólafsdóttir-Brandt', 'm.brandt@otterbay.example', 'Otter Bay Oncology'];
    for (const password of ['Marta1971!', 'Olafsdottir+1', 'Brandt.Marta7', 'OtterBay2026!', '!Otterbay#Marta9'])
      expect(isGuessable(password, 'somebody', personal), password).toBe(true);
    for (const password of ['Marta.walks7!', 'Quiet+River7', 'Bay of lanterns 4!'])
      expect(isGuessable(password, 'somebody', personal), password).toBe(false);
  });

  test('is no other one', () => {
    for (const password of [
      'Quiet+River7',
      'Demo+Pass1',
      'Fresh$Start2',
      'Signed&Up7',
      'Zx 91#4477kQ',
      'Summer rain 7 oaks!',
      'Kx7$9mQ2',
    ])
      expect(isGuessable(password, 'somebody'), password).toBe(false);
  });

  test('is no random one', () => {
    const sign = fc.constantFrom(...'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789+$&'.split(''));
    fc.assert(
      fc.property(fc.string({ unit: sign, minLength: 14, maxLength: 40 }), (password) => {
        fc.pre(new Set(password.toLowerCase()).size > 8);
        expect(isGuessable(password, 'somebody')).toBe(false);
      }),
      { seed: 1 },
    );
  });
});
