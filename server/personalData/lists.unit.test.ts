import { expect, it } from 'vitest';
import { entryWith } from '../healthSummary/write/content.ts';
import { entryXml, listedIn } from './xml.ts';

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

it('what a list tells is in the XML whole, though the treatment summary tells a part of it; what that alone tells is there once', () => {
  const medicine = (resource: number) => ({
    id: String(resource),
    list: 'medications' as const,
    resource,
    source: 'test',
    entry: entryWith({ name: 'Lisinopril', status: 'stopped', facts: [{ name: 'dose', value: '10 mg' }] }),
  });
  const source = (id: number, isTold: boolean) =>
    [
      id,
      { itemId: id, id, source: 'test', type: 'MedicationRequest', resourceId: 'm', isTold, isResult: false },
    ] as const;
  const listed = listedIn({
    entries: [medicine(1), medicine(2), medicine(3)],
    treatment: { groups: [], sources: new Map([source(1, true), source(2, false)]) },
  });
  expect(listed.map(({ resource }) => resource)).toEqual([1, 3]);
});
