import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  absentMeaning,
  type FlagMeaning,
  flagMeaning,
  isFreeText,
  placeInRange,
  readRange,
  readValue,
  readableValue,
  severestFlag,
} from './labValues.ts';

describe('flags', () => {
  const all: readonly (readonly [FlagMeaning, readonly string[]])[] = [
    [{ kind: 'critical', side: 'high' }, ['HH', 'hh', 'Critical high', 'Critically high', 'Panic high']],
    [{ kind: 'critical', side: 'low' }, ['LL', 'Critical low', 'Critically low', 'Panic low']],
    [{ kind: 'critical', side: null }, ['AA', 'Critical', 'Panic value']],
    [{ kind: 'outside', side: 'high' }, ['H', 'HU', 'HX', 'H>', '>', 'High']],
    [{ kind: 'outside', side: 'low' }, ['L', 'l', 'LU', 'LX', 'L<', '<', 'Low']],
    [{ kind: 'outside', side: null }, ['A', 'Abnormal']],
    [{ kind: 'inside' }, ['N', 'Normal']],
    [{ kind: 'asSent' }, ['A*', 'POS']],
  ];
  test.each(all.flatMap(([meaning, flags]) => flags.map((flag) => [flag, meaning] as const)))('%s', (flag, meaning) =>
    expect(flagMeaning(flag)).toEqual(meaning),
  );

  test('none is none', () => {
    for (const flag of [null, undefined, '', '  ']) expect(flagMeaning(flag)).toBeNull();
  });
});

describe('values', () => {
  test.each([
    ['6.2', { comparator: null, value: 6.2 }],
    ['<5', { comparator: '<', value: 5 }],
    ['≥ 100', { comparator: '>=', value: 100 }],
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
    ['3.5 – 5.1', 'mmol/L', { low: 3.5, high: 5.1, isOpen: false }],
    ['12-15.5 g/dL', 'g/dL', { low: 12, high: 15.5, isOpen: false }],
    ['12 to 15', null, { low: 12, high: 15, isOpen: false }],
    ['≤ 5', 'mg/L', { low: null, high: 5, isOpen: false }],
    ['< 200', null, { low: null, high: 200, isOpen: true }],
    ['>= 40', null, { low: 40, high: null, isOpen: false }],
    ['up to 5', null, { low: null, high: 5, isOpen: false }],
    ['over 60', null, { low: 60, high: null, isOpen: true }],
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
    const at = (text: string, within = '3 – 5') => {
      const [read, range] = [readValue(text), readRange(within, null)];
      return read === null || range === null ? null : placeInRange(read, range);
    };
    expect([at('2.9'), at('3'), at('5'), at('5.1')]).toEqual(['below', 'in', 'in', 'above']);
    expect([at('<3'), at('<4'), at('>5'), at('>4')]).toEqual(['below', null, 'above', null]);
    expect([at('<=3'), at('<=2.9'), at('>=5'), at('>=5.1')]).toEqual([null, 'below', null, 'above']);
    // The limit itself is outside of "< 5", and inside of "≤ 5".
    expect([at('4.9', '< 5'), at('5', '< 5'), at('5', '≤ 5'), at('5', 'below 5')]).toEqual([
      'in',
      'above',
      'in',
      'above',
    ]);
    expect([at('61', '> 60'), at('60', '> 60'), at('60', '≥ 60')]).toEqual(['in', 'below', 'in']);
    expect([at('<5', '< 5'), at('<=5', '< 5'), at('<=5', '<= 5')]).toEqual(['in', null, 'in']);
    expect([at('>60', '> 60'), at('>=60', '> 60'), at('>=60', '>= 60')]).toEqual(['in', null, 'in']);
    expect([at('<60', '>= 60'), at('<=60', '> 60'), at('<=60', '>= 60')]).toEqual(['below', 'below', null]);
  });
});

test('of several flags the most severe one counts, whatever their order', () => {
  for (const [flags, most] of [
    [['9', 'HH'], 'HH'],
    [['H', 'HH'], 'HH'],
    [['U', 'HH'], 'HH'],
    [['A', 'L'], 'L'],
    [['N', 'R'], 'R'],
    [['AA', 'H'], 'AA'],
  ] as const) {
    expect(severestFlag(flags)).toBe(most);
    expect(severestFlag(flags.toReversed())).toBe(most);
  }
  expect(severestFlag([])).toBeNull();
  expect(severestFlag([' '])).toBeNull();
});

describe('a value as it is read', () => {
  test.each([
    // A calculated value, rounded by its range or to four digits.
    ['4.123456789012345', '3.5 – 5.1', 'mmol/L', '4.12'],
    ['93.98765432101234', null, 'mg/dL', '93.99'],
    ['0.001234567890123', null, 'g/L', '0.001235'],
    ['1234.567890123456', null, 'mg/dL', '1235'],
    ['<0.123456789012345', null, 'mg/dL', '<0.1235'],
    ['-12.34567890123456', null, '%', '-12.35'],
    // Rounding must not move a value across a limit.
    ['5.1000000000001', '3.5 – 5.1', 'mmol/L', '5.1000000000001'],
    ['5.1040000000001', '3.5 – 5.1', 'mmol/L', '5.104'],
    ['3.4999990000001', '3.5 – 5.1', 'mmol/L', '3.499999'],
    // A laboratory's own digits stay, including zeros.
    ['13.50', '12 – 16', 'g/dL', '13.50'],
    ['1234567890123456', null, '{cells}', '1234567890123456'],
    ['1.00000', null, null, '1.00000'],
    ['Negative', null, null, 'Negative'],
    ['1:128', null, null, '1:128'],
  ])('%s with the range %s in %s reads %s', (text, range, unit, read) =>
    expect(readableValue(text, range, unit)).toEqual({ text: read, isRounded: read !== text }),
  );
});

test('words alone are a long text: no number, no date and no table of two', () => {
  const of = (testValue: string | null, valueKind?: string) => ({ testValue, valueKind });
  const words = 'Red cells slightly smaller than usual';
  expect(isFreeText([of(words, 'text')])).toBe(true);
  expect(isFreeText([of(words)])).toBe(true);
  expect(isFreeText([of('Negative', 'text')])).toBe(false);
  expect(isFreeText([of('2026-11-12T09:00:00.000-05:00', 'time')])).toBe(false);
  expect(isFreeText([of('123456789012.123456789', 'number')])).toBe(false);
  expect(isFreeText([of(words, 'text'), of('1', 'number')])).toBe(false);
  expect(isFreeText([of(null, 'none')])).toBe(false);
});

test.each([
  ['Specimen clotted', 'said'],
  ['Not Performed', 'notDone'],
  ['error', 'failed'],
  ['masked', 'withheld'],
  ['unsupported', 'unsupported'],
  ['Asked But Unknown', null],
  ['', null],
  [null, null],
])('a value that is missing because of "%s": %s', (reason, meaning) => expect(absentMeaning(reason)).toBe(meaning));
