import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passphraseFault, shortestPassphrase } from './passphrase.ts';

test.each([
  ['', 'empty'],
  ['            ', 'empty'],
  ['eleven char', 'short'],
  ['aaaaaaaaaaaaaaaa', 'repeated'],
  ['abababababababab', 'repeated'],
  ['three green birds', null],
  ['我喜欢在下雨天里慢慢散步', null],
  ['🐦🌿🎈🚲🐦🌿🎈🚲🐦🌿🎈🚲', null],
] as const)('%j: %s', (typed, fault) => expect(passphraseFault(typed)).toBe(fault));

test('nothing shorter is taken, however it is written', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-composite', maxLength: 40 }), (typed) => {
      if (Array.from(typed).length < shortestPassphrase) expect(passphraseFault(typed)).not.toBeNull();
    }),
  ));
