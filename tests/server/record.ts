/** For tests: FHIR resources in the form in which sources write them. */

export type Json = Record<string, unknown>;

export const observation = (id: string, patient: string, more: Json = {}): Json => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  category: [
    { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' }] },
  ],
  code: { coding: [{ system: 'http://loinc.org', code: '718-7', display: 'Hemoglobin' }] },
  subject: { reference: `Patient/${patient}` },
  effectiveDateTime: '2026-03-06T20:43:11+01:00',
  valueQuantity: { value: 13.5, unit: 'g/dL', system: 'http://unitsofmeasure.org', code: 'g/dL' },
  ...more,
});

export const report = (id: string, patient: string, members: readonly string[], more: Json = {}): Json => ({
  resourceType: 'DiagnosticReport',
  id,
  status: 'final',
  category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB' }] }],
  code: { text: 'Blood count' },
  subject: { reference: `Patient/${patient}` },
  effectiveDateTime: '2026-03-06T20:43:11+01:00',
  result: members.map((member) => ({ reference: `Observation/${member}` })),
  ...more,
});

export const person = (id: string, mrn: string, born: string): Json => ({
  resourceType: 'Patient',
  id,
  identifier: [
    { type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] }, value: mrn },
  ],
  birthDate: born,
});

export const ndjson = (resources: readonly Json[]): string =>
  resources.map((one) => `${JSON.stringify(one)}\n`).join('');

export const bundle = (resources: readonly Json[], type = 'collection'): string =>
  JSON.stringify({ resourceType: 'Bundle', type, entry: resources.map((resource) => ({ resource })) });
