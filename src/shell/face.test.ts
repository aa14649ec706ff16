import { languageCodes } from '@portal/api';
import { expect, test } from 'vitest';
import { faceOf } from './face.ts';

const page = (facility: unknown) => JSON.stringify({ facility, apiOrigin: '' });

test('name, logo and language of the facility', () => {
  expect(faceOf(page({ facilityPortalName: 'Northlight', logo: '/logo.svg', defaultLanguageCode: 'es', languages: ['es', 'en'] }))).toEqual({ portalName: 'Northlight', hasLogo: true, language: 'es', languages: ['en', 'es'] });
});
test.each([null, undefined, '', '{', 'null', '[]', '7', page(null), page(7), page({ facilityPortalName: 7, logo: null })])('%s gives a page without a name', (text) => {
  expect(faceOf(text)).toEqual({ portalName: '', hasLogo: false, language: null, languages: languageCodes });
});
