import { expect, test } from 'vitest';
import { countryOptions, stateOptions } from './addressOptions.ts';

const countries = [
  { countryId: 1, countryCode: 'US', countryNameDisplay: 'United States', sortOrder: 1 },
  { countryId: 2, countryCode: 'CA', countryNameDisplay: 'Canada', sortOrder: 2 },
  { countryId: 3, countryCode: 'MX', countryNameDisplay: 'Mexico', sortOrder: 1000 },
  { countryId: 4, countryCode: 'ZW', countryNameDisplay: 'Zimbabwe', sortOrder: 1001 },
];
test.each([
  ['US', 'US CA MX ZW'],
  ['MX', 'MX US CA ZW'],
  ['ZW', 'ZW US CA MX'],
  [null, 'US CA MX ZW'],
  ['', 'US CA MX ZW'],
  ['FR', 'US CA MX FR ZW'],
])('countries for a patient in %s: %s', (country, order) => {
  const options = countryOptions(countries, country, (code) => `called ${code}`);
  expect(options.map(({ value }) => value).join(' ')).toBe(order);
  if (country === 'FR') expect(options).toContainEqual({ value: 'FR', label: 'called FR' });
});

test('states are those of the country; one that is not among them stays while it stands there', () => {
  const states = [
    { stateId: 1, countryId: 1, stateNameDisplay: 'Ohio' },
    { stateId: 2, countryId: 2, stateNameDisplay: 'Ontario' },
    { stateId: 3, countryId: 1, stateNameDisplay: 'Texas' },
  ];
  const names = (country: string, chosen: string) =>
    stateOptions(states, countries, country, chosen).map(({ value }) => value);
  expect(names('US', '')).toEqual(['Ohio', 'Texas']);
  expect(names('CA', '')).toEqual(['Ontario']);
  expect(names('US', 'Old Colony')).toEqual(['Ohio', 'Texas', 'Old Colony']);
  expect(names('MX', 'Jalisco')).toEqual([]);
  expect(names('', '')).toEqual([]);
});
