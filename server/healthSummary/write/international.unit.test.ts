import type { EntryValue } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { validatorFaults } from '../../../tests/support/fhir/check.ts';
import { fhirJson } from '../../subject/fhirParts.ts';
import { internationalOf } from './international.ts';
import { juniper } from '../../../tests/server/juniper.ts';
import { kept, nobody } from '../../../tests/server/ccdaWriting.ts';
import { entryWith } from './content.ts';

const Reference = v.object({ reference: v.string() });
const Bundle = v.object({
  resourceType: v.literal('Bundle'),
  type: v.literal('document'),
  timestamp: v.string(),
  identifier: v.object({ system: v.string(), value: v.string() }),
  entry: v.array(
    v.object({ fullUrl: v.string(), resource: v.looseObject({ resourceType: v.string(), id: v.string() }) }),
  ),
});
const Composition = v.object({
  section: v.array(
    v.object({
      title: v.string(),
      code: v.object({ coding: v.optional(v.array(v.object({ code: v.string() })), []) }),
      text: v.object({ status: v.literal('generated'), div: v.string() }),
      entry: v.optional(v.array(Reference)),
      emptyReason: v.optional(v.object({ coding: v.array(v.object({ code: v.string() })) })),
    }),
  ),
});
const bundleOf = (content: typeof juniper) => {
  const { entry } = v.parse(Bundle, JSON.parse(fhirJson(internationalOf(content))));
  return { entry, sections: v.parse(Composition, entry[0]?.resource).section };
};
const ofType = (type: string) =>
  bundleOf(juniper).entry.flatMap(({ resource }) => (resource.resourceType === type ? [resource] : []));

test('a document Bundle begins with its composition, and every reference is to an entry of it', () => {
  const { entry } = bundleOf(juniper);
  expect(entry[0]?.resource.resourceType).toBe('Composition');
  const urls = entry.map(({ fullUrl }) => fullUrl);
  expect(new Set(urls).size).toBe(urls.length);
  for (const { fullUrl, resource } of entry) expect(fullUrl).toBe(`urn:uuid:${resource.id}`);
  const references = [...JSON.stringify(entry).matchAll(/"reference":"([^"]+)"/g)].map(([, url]) => url ?? '');
  expect(references.filter((url) => !urls.includes(url))).toEqual([]);
});

test('problems, medications and allergies are always there; one that nothing is held for gives the reason', () => {
  const { sections } = bundleOf(nobody);
  const codes = sections.map(({ code }) => code.coding[0]?.code);
  expect(codes).toEqual(expect.arrayContaining(['11450-4', '10160-0', '48765-2']));
  for (const section of sections) {
    expect(section.entry).toBeUndefined();
    expect(section.emptyReason?.coding[0]?.code).toBe('unavailable');
    expect(section.text.div).toContain('<div xmlns="http://www.w3.org/1999/xhtml" lang="en-US" xml:lang="en-US"><p>');
  }
});

test('what the profiles ask of resources is there, or why it is not', () => {
  for (const one of ofType('MedicationStatement')) {
    expect(one['medicationCodeableConcept']).toBeDefined();
    expect(one['effectivePeriod'] ?? one['effectiveDateTime'] ?? one['_effectiveDateTime']).toBeDefined();
  }
  for (const one of ofType('Immunization'))
    expect(one['occurrenceDateTime'] ?? one['_occurrenceDateTime']).toBeDefined();
  for (const one of ofType('Procedure'))
    expect(one['performedDateTime'] ?? one['performedPeriod'] ?? one['_performedDateTime']).toBeDefined();
  for (const one of [...ofType('Observation'), ...ofType('DiagnosticReport')])
    expect(one['effectiveDateTime'] ?? one['effectivePeriod'] ?? one['_effectiveDateTime']).toBeDefined();
  expect(ofType('Immunization').map((one) => one['status'])).toEqual(['completed', 'not-done']);
});

test('numbers keep their digits', () => {
  const text = fhirJson(internationalOf(juniper));
  expect(text).toContain('"value": 70.0,');
  expect(text).toContain('"value": 11.0,');
});

test('words of the record are text in the narrative and nothing else', () => {
  const { sections } = bundleOf({ ...juniper, instructions: '<script>alert(1)</script> & "more"' });
  const plan = sections.find(({ code }) => code.coding[0]?.code === '18776-5');
  expect(plan?.text.div).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; "more"');
  expect(sections.map(({ text }) => text.div).join('')).not.toMatch(
    /<(?!\/?(div|p|b|span|br|ul|li|table|thead|tbody|tr|td|th)\b)/,
  );
});

test('relatives are told with all their illnesses, and the stage of a cancer with its diagnosis', () => {
  const [father, aunt, ...others] = ofType('FamilyMemberHistory');
  expect(others).toEqual([]);
  expect(father).toMatchObject({
    relationship: { coding: [{ code: 'FTH' }], text: 'Father' },
    deceasedBoolean: true,
    condition: [
      { code: { text: 'Type 2 diabetes' }, onsetString: 'in his fifties' },
      { code: { text: 'Cancer of the colon' }, onsetAge: { value: 74, code: 'a' } },
    ],
  });
  expect(aunt).toMatchObject({ relationship: { text: 'Half-aunt' }, condition: [{ code: { text: 'Breast cancer' } }] });
  expect(aunt).not.toHaveProperty('deceasedBoolean');
  expect(ofType('Condition').flatMap(({ stage }) => stage ?? [])).toEqual([{ summary: { text: 'IIA (T2, N0, M0)' } }]);
});

test('how bad a reaction was is said of one only where there is one', () => {
  const told = (facts: Parameters<typeof entryWith>[0]['facts']) => {
    const allergies = kept('allergies', [entryWith({ name: 'Peanut', facts })]);
    const { entry } = bundleOf({ ...nobody, entries: { ...nobody.entries, allergies } });
    return entry.map(({ resource }) => resource).find(({ resourceType }) => resourceType === 'AllergyIntolerance');
  };
  const hives = { name: 'reaction', value: 'Hives' } as const;
  const mild = { name: 'severity', value: 'mild' } as const;
  const shock = { name: 'reaction', value: 'Anaphylaxis' } as const;
  const severe = { name: 'severity', value: 'severe' } as const;
  expect(told([shock, severe])?.['reaction']).toEqual([
    { manifestation: [{ text: 'Anaphylaxis' }], severity: 'severe' },
  ]);
  // Which of them was mild is no longer known here.
  const two = told([hives, mild, shock, severe]);
  expect(two?.['reaction']).toEqual([
    { manifestation: [{ text: 'Hives' }] },
    { manifestation: [{ text: 'Anaphylaxis' }] },
  ]);
  expect(two?.['note']).toEqual([{ text: 'severity: mild' }, { text: 'severity: severe' }]);
  expect(told([shock, mild, severe])?.['reaction']).toEqual([{ manifestation: [{ text: 'Anaphylaxis' }] }]);
});

test('a vaccination has its dose and what it did in elements', () => {
  const told = (...facts: Parameters<typeof entryWith>[0]['facts'] & object) => {
    const immunizations = kept('immunizations', [entryWith({ name: 'Influenza', facts })]);
    const { entry } = bundleOf({ ...nobody, entries: { ...nobody.entries, immunizations } });
    return entry.map(({ resource }) => resource).find(({ resourceType }) => resourceType === 'Immunization');
  };
  const given = told({ name: 'dose', value: '0.50 mL' }, { name: 'reaction', value: 'Fever' });
  expect(JSON.stringify(given?.['doseQuantity'])).toBe('{"value":0.5,"unit":"mL"}');
  expect(given?.['reaction']).toEqual([{ detail: { display: 'Fever' } }]);
  expect(given?.['note']).toBeUndefined();
  expect(told({ name: 'dose', value: 'half a vial' })).toMatchObject({ note: [{ text: 'dose: half a vial' }] });
});

test('of several makers or places each is told', () => {
  const several = (name: 'manufacturer' | 'place') => ['One', 'Two'].map((value) => ({ name, value }));
  const { entry } = bundleOf({
    ...nobody,
    entries: {
      ...nobody.entries,
      immunizations: kept('immunizations', [entryWith({ name: 'Influenza', facts: several('manufacturer') })]),
      procedures: kept('procedures', [entryWith({ name: 'Biopsy', facts: several('place') })]),
    },
  });
  const made = (type: string) => entry.map(({ resource }) => resource).find((one) => one.resourceType === type);
  expect(made('Immunization')).toMatchObject({ manufacturer: { display: 'One, Two' } });
  expect(made('Procedure')).toMatchObject({ location: { display: 'One, Two' } });
});

test('each way in which a medicine is taken is told', () => {
  const facts = ['Intravenous', 'Oral'].map((value) => ({ name: 'route' as const, value }));
  const medications = kept('medications', [entryWith({ name: 'Ondansetron', facts })]);
  const { entry } = bundleOf({ ...nobody, entries: { ...nobody.entries, medications } });
  const told = entry.find(({ resource }) => resource.resourceType === 'MedicationStatement')?.resource;
  expect(told?.['dosage']).toEqual([{ route: { text: 'Intravenous, Oral' } }]);
});

test('an independent validator finds no fault in any of its resources', () => {
  for (const { resource } of bundleOf(juniper).entry)
    expect(validatorFaults(resource), resource.resourceType).toEqual([]);
});

test('what a goal measures is told of each target: what the goal is about, where a target has no name of its own', () => {
  const value: Omit<EntryValue, 'name'> = {
    codes: [],
    comparator: '<',
    value: '7',
    unit: '%',
    isNumber: true,
    missing: null,
  };
  const goals = kept('goals', [
    entryWith({
      name: 'Hemoglobin A1c',
      values: [
        { ...value, name: null },
        { ...value, name: 'Fasting glucose' },
      ],
    }),
  ]);
  const { entry } = bundleOf({ ...nobody, entries: { ...nobody.entries, goals } });
  const told = entry.map(({ resource }) => resource).find(({ resourceType }) => resourceType === 'Goal');
  expect(told?.['target']).toMatchObject([
    { measure: { text: 'Hemoglobin A1c' }, detailQuantity: { value: 7 } },
    { measure: { text: 'Fasting glucose' }, detailQuantity: { value: 7 } },
  ]);
});
