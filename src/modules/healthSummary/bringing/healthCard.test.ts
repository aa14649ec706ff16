import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inDigits } from '../../../../tests/support/healthCard.ts';
import { isPartOfCard, readCard } from './healthCard.ts';

const base64url = fc.string({
  unit: fc.constantFrom('A', 'Z', 'a', 'z', '0', '9', '-', '_'),
  minLength: 1,
  maxLength: 40,
});

test('a card is read from its digits, and nothing else is one', () => {
  fc.assert(
    fc.property(base64url, base64url, base64url, (head, body, signature) => {
      const card = [head, body, signature].join('.');
      expect(readCard(` ${inDigits(card)}\n`)).toBe(card);
      expect(readCard(inDigits(card).slice(0, -1))).toBeNull();
    }),
  );
  for (const other of ['', 'shc:/', 'shc:/1', 'shc:/5676', 'shlink:/eyJ', `shc:/1/2/${'56'.repeat(20)}`])
    expect(readCard(other)).toBeNull();
});

test('one of several codes of a card is named', () => {
  expect(isPartOfCard(`shc:/1/3/${'56'.repeat(20)}`)).toBe(true);
  expect(isPartOfCard('shc:/5676')).toBe(false);
});
