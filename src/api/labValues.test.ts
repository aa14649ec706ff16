import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flagMeaning, placeInRange, readRange, readValue } from './labValues.ts';

describe('flags', () => {
  test.each([
    ['HH', { kind: 'critical', side: 'high' }],
    ['LL', { kind: 'critical', side: 'low' }],
    ['Critical high', { kind: 'critical', side: 'high' }],
    ['Panic value', { kind: 'critical', side: null }],
    ['H', { kind: 'outside', side: 'high' }],
    ['l', { kind: 'outside', side: 'low' }],
    ['A', { kind: 'outside', side: null }],
    ['N', { kind: 'inside' }],
    ['A*', { kind: 'asSent' }],
    ['POS', { kind: 'asSent' }],
  ])('%s', (flag, meaning) => expect(flagMeaning(flag)).toEqual(meaning));

  test('none is none', () => {
    for (const flag of [null, undefined, '', '  ']) expect(flagMeaning(flag)).toBeNull();
  });
});

describe('values', () => {
  test.each([
    ['6.2', { comparator: null, value: 6.2 }],
    ['<5', { comparator: '<', value: 5 }],
    ['≥ 100', { comparator: '>', value: 100 }],
    ['-1.50', { comparator: null, value: -1.5 }],
  ])('%s reads as a number', (text, read) => expect(readValue(text)).toEqual(read));

  test.each(['3,5', '1:128', '5 mg', 'Negative', '', '1 – 2', '< <5', '1e5', '1.2.3'])('"%s" is none', (text) =>
    expect(readValue(text)).toBeNull(),
  );

  test('every plain number reads as itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(999_999), (whole, part) => {
        const text = `${String(whole)}.${String(part).padStart(6, '0')}`;
        expect(readValue(text)?.value).toBe(Number(text));
      }),
    );
  });
});

describe('reference ranges', () => {
  test.each([
    ['3.5 – 5.1', 'mmol/L', { low: 3.5, high: 5.1 }],
    ['12-15.5 g/dL', 'g/dL', { low: 12, high: 15.5 }],
    ['12 to 15', null, { low: 12, high: 15 }],
    ['≤ 5', 'mg/L', { low: null, high: 5 }],
    ['< 200', null, { low: null, high: 200 }],
    ['>= 40', null, { low: 40, high: null }],
  ])('%s', (text, unit, range) => expect(readRange(text, unit)).toEqual(range));

  test.each([
    ['0.5 to 2.5, age adjusted', '%'],
    ['Adult: 3 – 5', null],
    ['3 – 5; 4 – 6', null],
    ['3,5 – 5,1', null],
    ['120 – 155 g/L', 'g/dL'],
    ['5 – 3', null],
    [null, null],
  ])('nothing is read from %s', (text, unit) => expect(readRange(text, unit)).toBeNull());

  test('a value lies below, in or above; "less than" lies nowhere that it does not say', () => {
    const range = { low: 3, high: 5 };
    const at = (text: string) => {
      const read = readValue(text);
      return read === null ? null : placeInRange(read, range);
    };
    expect([at('2.9'), at('3'), at('5'), at('5.1')]).toEqual(['below', 'in', 'in', 'above']);
    expect([at('<3'), at('<4'), at('>5'), at('>4')]).toEqual(['below', null, 'above', null]);
    expect(placeInRange({ comparator: '<', value: 5 }, { low: null, high: 5 })).toBe('in');
  });
});
