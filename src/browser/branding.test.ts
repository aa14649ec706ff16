import { languageCodes } from '@portal/api';
import { expect, test } from 'vitest';
import { brandingOf } from './branding.ts';

const page = (facility: unknown, more: object = {}) => JSON.stringify({ facility, apiOrigin: '', ...more });
const thisYear = String(new Date().getFullYear());

test('names, logo and languages of the facility, and its choice of light or dark', () => {
  expect(
    brandingOf(
      page({
        facilityName: 'Northlight Cancer Centre',
        facilityPortalName: 'Northlight',
        logo: '/logo.svg',
        defaultLanguageCode: 'es',
        languages: ['es', 'en'],
        kioskScheme: 'dark',
      }),
    ),
  ).toEqual({
    facilityName: 'Northlight Cancer Centre',
    portalName: 'Northlight',
    hasLogo: true,
    language: 'es',
    languages: ['en', 'es'],
    scheme: 'dark',
    phone: null,
    sendsUsernames: false,
    year: thisYear,
  });
});
test('the telephone, and the year of the page, which a later clock does not change', () => {
  const phone = { shown: '(555) 010-0190', href: 'tel:+15550100190' };
  expect(brandingOf(page(null, { phone, year: '2019' }))).toMatchObject({ phone, year: '2019' });
});
test.each([
  null,
  undefined,
  '',
  '{',
  'null',
  '[]',
  '7',
  page(null),
  page(7),
  page({ facilityPortalName: 7, logo: null }),
  page({ facilityName: 7 }),
  page(null, { phone: { shown: '555' } }),
])('%s gives a page without a name, in light colours', (text) => {
  expect(brandingOf(text)).toEqual({
    facilityName: '',
    portalName: '',
    hasLogo: false,
    language: null,
    languages: languageCodes,
    scheme: 'light',
    phone: null,
    sendsUsernames: false,
    year: thisYear,
  });
});
