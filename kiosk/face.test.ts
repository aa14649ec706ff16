import { languageCodes } from '@portal/api';
import { expect, it } from 'vitest';
import { faceOf } from './face.ts';

it('the first picture shows the facility, its language and its choice of light or dark', () => {
  expect(faceOf('{"facility":{"facilityName":"Northlight","logo":"/logo.svg","defaultLanguageCode":"fr","languages":["fr"],"kioskScheme":"dark"}}')).toEqual({ facilityName: 'Northlight', hasLogo: true, language: 'fr', languages: ['fr'], scheme: 'dark' });
});

it('a page without a configuration, or with a damaged one, is light and has no name', () => {
  for (const text of [null, undefined, '', '{', '[]', '{"facility":null}', '{"facility":{"facilityName":7}}']) expect(faceOf(text)).toEqual({ facilityName: '', hasLogo: false, language: null, languages: languageCodes, scheme: 'light' });
});
