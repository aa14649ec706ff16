import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CardField, cardFields, type CardLines, hiddenFields, linesOf } from './wrapping.ts';

const card = (lines: Partial<CardLines>): CardLines => ({ name: ['Pascoe Applewhistle, Brother'], address: [], email: [], homePhone: [], mobilePhone: [], workPhone: [], access: [], ...lines });
const full = card({ address: ['12 Willow Wing', 'Puddleford, NY 10042'], email: ['p@example.org'], homePhone: ['1'], mobilePhone: ['2'], workPhone: ['3'] });

describe('line-wrapping thresholds: large 39, 41, 41, 44; medium 29, 30, 42; small 36, 38, 48', () => {
  test.each([
    ['Large', 'name', 39],
    ['Large', 'address', 41],
    ['Large', 'email', 41],
    ['Large', 'access', 44],
    ['Medium', 'name', 29],
    ['Medium', 'address', 30],
    ['Medium', 'email', 30],
    ['Medium', 'access', 42],
    ['Small', 'name', 36],
    ['Small', 'address', 38],
    ['Small', 'access', 48],
    ['XSmall', 'name', 36],
    ['XSmall', 'homePhone', 48],
  ] as const)('%s: %s wraps after %i', (size, field: CardField, threshold) => {
    expect(linesOf(field, ['x'.repeat(threshold)], size)).toBe(1);
    expect(linesOf(field, ['x'.repeat(threshold + 1)], size)).toBe(2);
    expect(linesOf(field, ['x'.repeat(2 * threshold + 1), 'y'], size)).toBe(4);
    expect(linesOf(field, [], size)).toBe(0);
  });
});

describe('when a card has more than 7 lines, fields are hidden in a priority order', () => {
  test('seven lines are not too many', () => expect(hiddenFields(full, 'Large')).toEqual([]));
  test('with the eighth the address goes first', () => expect(hiddenFields({ ...full, access: ['Not authorized to access my record'] }, 'Large')).toEqual(['address']));
  test('then email, work, home and mobile phone; the name and the access never', () => {
    const long = card({ ...full, name: ['x'.repeat(39 * 5)], access: ['y'.repeat(44 * 5)] });
    expect(hiddenFields(long, 'Large')).toEqual(['address', 'email', 'workPhone', 'homePhone', 'mobilePhone']);
  });
  test('a part that is not there is not hidden', () => expect(hiddenFields(card({ name: ['x'.repeat(400)] }), 'Small')).toEqual([]));
  test('any card: at most seven lines stay unless nothing is left to hide, no more is hidden than has to be, and always the same first', () => {
    const lines = fc.array(fc.string({ minLength: 1, maxLength: 90 }), { maxLength: 3 });
    const anyCard = fc.record(Object.fromEntries(cardFields.map((field) => [field, lines]))) as fc.Arbitrary<CardLines>;
    fc.assert(fc.property(anyCard, fc.constantFrom('XSmall', 'Small', 'Medium', 'Large'), (given, size) => {
      const hidden = hiddenFields(given, size);
      const shown = (without: readonly CardField[]) => cardFields.filter((field) => !without.includes(field)).reduce((sum, field) => sum + linesOf(field, given[field], size), 0);
      const canHide = (['address', 'email', 'workPhone', 'homePhone', 'mobilePhone'] as const).filter((field) => given[field].length > 0);
      expect(hidden).toEqual(canHide.slice(0, hidden.length));
      if (hidden.length < canHide.length) expect(shown(hidden)).toBeLessThanOrEqual(7);
      if (hidden.length > 0) expect(shown(hidden.slice(0, -1))).toBeGreaterThan(7);
    }));
  });
});
