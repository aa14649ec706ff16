import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { movedPhone, tidyPhone, typedPhone, writtenPhone } from './phones.ts';

const countries = [
  'US',
  'CA',
  'MX',
  'GB',
  'FR',
  'DE',
  'BR',
  'PT',
  'CN',
  'IT',
  'AR',
  'AU',
  'NZ',
  'JP',
  '',
  'XX',
] as const;
const aCountry = fc.constantFrom(...countries);
/** How people type numbers. */
const aTypedNumber = fc
  .tuple(
    fc.constantFrom('', '+', '+1 ', '+44', '+52 ', '0', '00', '('),
    fc.array(fc.constantFrom('0', '1', '2', '5', '7', '9', ' ', '-', '.', '(', ')', '/'), {
      minLength: 1,
      maxLength: 18,
    }),
  )
  .map(([start, rest]) => start + rest.join(''));

describe('a number is normalized', () => {
  it.each([
    ['(555) 010-0123', 'US', '+15550100123'],
    ['1 555 010 0123', 'US', '+15550100123'],
    ['５５５ ０１０ ０１２３', 'US', '+15550100123'],
    ['555.010.0123', 'CA', '+15550100123'],
    ['020 7946 0958', 'GB', '+442079460958'],
    ['+44 20 7946 0958', 'US', '+442079460958'],
    ['01 23 45 67 89', 'FR', '+33123456789'],
    ['030 / 123456', 'DE', '+4930123456'],
    ['55 1234 5678', 'MX', '+525512345678'],
    ['(11) 91234-5678', 'BR', '+5511912345678'],
    ['555-0123', 'US', '5550123'],
    ['555 010 0123', '', '5550100123'],
    ['+1 555 010 0123', '', '+15550100123'],
    ['12345', 'XX', '12345'],
  ])('%s in %s is %s', (typed, country, value) => {
    expect(typedPhone(typed, country)).toEqual({ kind: 'number', value });
  });

  it.each(['', '   ', '\u00a0'])('%j is none', (typed) => {
    expect(typedPhone(typed, 'US')).toEqual({ kind: 'none' });
  });

  it.each([
    'none',
    '555-0123 x12',
    '555 010 0123 ext. 4',
    '123',
    '+',
    '5+55',
    '123456789012345678901',
    '<b>5550123</b>',
  ])('%j is no number', (typed) => {
    expect(typedPhone(typed, 'US')).toEqual({ kind: 'wrong' });
  });

  it('is one that the server takes, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(aTypedNumber, fc.string()), aCountry, (typed, country) => {
        const phone = typedPhone(typed, country);
        if (phone.kind === 'number') expect(phone.value).toMatch(/^\+?[0-9]{4,20}$/);
      }),
    );
  });
});

describe('a number is written', () => {
  it.each([
    ['+15550100123', 'US', '(555) 010-0123'],
    ['+15550100123', 'CA', '(555) 010-0123'],
    ['+15550100123', 'GB', '+1 555 010 0123'],
    ['+442079460958', 'GB', '020 7946 0958'],
    ['+442079460958', '', '+44 20 7946 0958'],
    ['5550123', 'US', '5550123'],
  ])('%s in %s as %s', (value, country, written) => {
    expect(writtenPhone(value, country)).toBe(written);
  });

  it('so that it is the same number when it is read again, and written the same', () => {
    fc.assert(
      fc.property(aTypedNumber, aCountry, (typed, country) => {
        const tidy = tidyPhone(typed, country);
        expect(typedPhone(tidy, country)).toEqual(typedPhone(typed, country));
        expect(tidyPhone(tidy, country)).toBe(tidy);
      }),
      { numRuns: 500 },
    );
  });
});

describe('another country', () => {
  it('changes how a number is written, not the number', () => {
    expect(movedPhone('(555) 010-0123', 'US', 'GB')).toBe('+1 555 010 0123');
    expect(movedPhone('+1 555 010 0123', 'GB', 'US')).toBe('(555) 010-0123');
    fc.assert(
      fc.property(aTypedNumber, aCountry, aCountry, (typed, from, to) => {
        const before = typedPhone(typed, from);
        if (before.kind !== 'number' || !before.value.startsWith('+')) return;
        expect(typedPhone(movedPhone(typed, from, to), to)).toEqual(before);
      }),
      { numRuns: 500 },
    );
  });

  test.each(['', 'none', '123'])('leaves %j as it was typed', (typed) => {
    expect(movedPhone(typed, 'US', 'GB')).toBe(typed);
  });
});
