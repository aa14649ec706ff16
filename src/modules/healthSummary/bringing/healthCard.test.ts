import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inCodes, inDigits } from '../../../../tests/support/healthCard.ts';
import { cardProgress, readCard, withCode } from './healthCard.ts';

const base64url = fc.string({
  unit: fc.constantFrom('A', 'Z', 'a', 'z', '0', '9', '-', '_'),
  minLength: 1,
  maxLength: 40,
});
const cards = fc.tuple(base64url, base64url, base64url).map((parts) => parts.join('.'));

test('a card is read from its digits, and nothing else is one', () => {
  fc.assert(
    fc.property(cards, (card) => {
      expect(readCard(` ${inDigits(card)}\n`)).toBe(card);
      expect(readCard(inDigits(card).slice(0, -1))).toBeNull();
    }),
  );
  for (const other of [
    '',
    'shc:/',
    'shc:/1',
    'shc:/5676',
    'shlink:/eyJ',
    `shc:/1/2/${'56'.repeat(20)}`,
    'shc:/3/2/5676',
    'shc:/0/2/5676',
  ])
    expect(readCard(other)).toBeNull();
});

test('a card of several codes is read in any order and with repeats, and is whole with the last one alone', () => {
  const read = cards.chain((card) =>
    fc.integer({ min: 2, max: Math.min(5, card.length) }).chain((count) =>
      fc.record({
        card: fc.constant(card),
        count: fc.constant(count),
        order: fc
          .tuple(
            fc.shuffledSubarray(inCodes(card, count), { minLength: count }),
            fc.array(fc.constantFrom(...inCodes(card, count))),
          )
          .map(([all, more]) => [...all, ...more]),
      }),
    ),
  );
  fc.assert(
    fc.property(read, ({ card, count, order }) => {
      let text = 'something that was typed';
      const seen = new Set<string>();
      for (const code of order) {
        text = withCode(text, code) ?? 'refused';
        seen.add(code);
        expect(cardProgress(text)).toEqual({ read: seen.size, of: count });
        expect(readCard(text)).toBe(seen.size === count ? card : null);
      }
    }),
  );
});

test('a code of another card is refused where it shows, and a whole card or a link takes the place of what was read', () => {
  const [first = '', second = ''] = inCodes('aaaa.bbbb.cccc', 2);
  const other = inCodes('aaaa.bbbb.cccx', 2)[1] ?? '';
  const [ofThree = '', middle = ''] = inCodes('aaaa.bbbb.cccc', 3);
  expect(withCode(`${ofThree} ${middle}`, inCodes('aaaa.bbxb.cccc', 3)[1] ?? '')).toBeNull();
  expect(withCode(first, ofThree)).toBeNull();
  expect(cardProgress(`${first} ${ofThree}`)).toBeNull();
  const whole = inDigits('aaaa.bbbb.cccc');
  for (const before of [whole, `${first} ${second}`]) expect(withCode(before, other)).toBe(other);
  expect(withCode(first, whole)).toBe(whole);
  expect(withCode(first, 'shlink:/eyJ')).toBe('shlink:/eyJ');
});
