import { expect, test } from 'vitest';
import { countryName } from '../words/index.ts';
import { addressLines } from './addressLines.ts';

test('an address has the lines that there are', () => {
  const none = { address1: null, address2: null, city: null, state: null, zipCode: null, country: null };
  expect(addressLines({ ...none, country: 'US' }, 'en-US')).toEqual([]);
  expect(
    addressLines(
      {
        ...none,
        address1: '12 Willow Wing',
        address2: ' ',
        city: 'Puddleford',
        state: 'NY',
        zipCode: '10042',
        country: 'US',
      },
      'es-MX',
    ),
  ).toEqual(['12 Willow Wing', 'Puddleford, NY 10042', 'Estados Unidos']);
  expect(addressLines({ ...none, address1: 'a', address2: 'b', address3: 'c', zipCode: '1' }, 'en-US')).toEqual([
    'a',
    'b',
    'c',
    '1',
  ]);
  expect(countryName('Canada', 'fr-CA')).toBe('Canada');
  expect(countryName('ZZ', 'en-US')).not.toBe('');
});
