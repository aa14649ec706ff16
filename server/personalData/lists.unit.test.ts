import { expect, it } from 'vitest';
import { entryWith } from '../healthSummary/write/content.ts';
import { entryXml } from './xml.ts';

it('a visit of which only its class came is called by it, and a vaccine of which only a code came by nothing', () => {
  const xml = (list: 'encounters' | 'immunizations', system: string, code: string) =>
    entryXml({
      list,
      source: 'test',
      entry: entryWith({ name: null, missing: 'other', codes: [{ system, code, display: null }] }),
    });
  expect(xml('encounters', 'http://terminology.hl7.org/CodeSystem/v3-ActCode', 'IMP')).toMatchObject({
    Name: 'Hospital stay',
    NotKnownBecause: null,
  });
  expect(xml('immunizations', 'http://hl7.org/fhir/sid/cvx', '212')).toMatchObject({
    Name: null,
    NotKnownBecause: 'other',
    Code: [{ Code: '212' }],
  });
});
