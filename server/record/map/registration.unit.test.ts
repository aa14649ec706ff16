import { expect, test } from 'vitest';
import { factsOf } from '../../account/accountSettings.ts';
import type { Context } from '../fhir/directory.ts';
import { type Json, observation } from '../../../tests/server/record.ts';
import { mapResource } from './resource.ts';

const nobody: Context = { keyOf: (reference) => reference, entry: () => null };
const mapped = (resource: Json) => {
  const made = mapResource(resource, nobody);
  if (made.kind !== 'row') throw new Error(JSON.stringify(made));
  return made;
};
const detailsOf = (resource: Json) => mapped(resource).content.details;
const subject = { reference: 'Patient/p' };
const code = (value: string, text?: string) => ({ coding: [{ code: value }], ...(text === undefined ? {} : { text }) });

test('an occupation comes from the observation of US Core; a job that is over is none', () => {
  const job = (more: Json) =>
    observation('job', 'p', {
      category: [code('social-history')],
      code: code('11341-5', 'History of occupation'),
      effectiveDateTime: undefined,
      effectivePeriod: { start: '2019-04' },
      valueQuantity: undefined,
      valueCodeableConcept: { text: 'Bookbinder' },
      ...more,
    });
  expect(detailsOf(job({}))).toEqual({ occupation: 'Bookbinder' });
  expect(detailsOf(job({ effectivePeriod: { start: '2009', end: '2019-03' } }))).toBeUndefined();
});

test('an insurance is who pays and the plan, without a number of the member; one that is not active is hidden', () => {
  const coverage = {
    resourceType: 'Coverage',
    id: 'c',
    status: 'active',
    subscriberId: 'A-123',
    beneficiary: subject,
    payor: [{ display: 'Willow Mutual' }],
    class: [
      { type: code('plan'), value: 'B37', name: 'Full plan' },
      { type: code('rxbin'), value: '99' },
    ],
  };
  expect(mapped(coverage)).toMatchObject({
    isHidden: false,
    content: { details: { insuranceNote: 'Willow Mutual, Full plan' } },
  });
  expect(mapped({ ...coverage, period: { start: '2018-01-01', end: '2019-12-31' } })).toMatchObject({
    content: { details: { insuranceNote: 'Willow Mutual, Full plan (2018-01-01 – 2019-12-31)' } },
  });
  expect(mapped({ ...coverage, status: 'cancelled' }).isHidden).toBe(true);
});

test('an advance directive comes from a Consent or a document of that kind, which stays a note; other consents are left out', () => {
  const consent = {
    resourceType: 'Consent',
    id: 'd',
    status: 'active',
    patient: subject,
    category: [code('42348-3', 'Advance directive')],
    dateTime: '2025-03-02T10:00:00Z',
  };
  expect(detailsOf(consent)).toEqual({ advancedDirectiveNote: 'Advance directive, 2025-03-02' });
  expect(mapResource({ ...consent, category: [code('59284-0')] }, nobody)).toMatchObject({
    kind: 'leftOut',
    reason: 'it is no advance directive',
  });
  const document = mapped({
    resourceType: 'DocumentReference',
    id: 'w',
    status: 'current',
    subject,
    type: { text: 'Living will' },
    category: [code('42348-3')],
    date: '2024-01-05T10:00:00Z',
    content: [{ attachment: { contentType: 'text/plain', data: Buffer.from('Words').toString('base64') } }],
  });
  expect(document.content.details).toEqual({ advancedDirectiveNote: 'Living will, 2024-01-05' });
  expect(document.content.note?.documentType).toBe('Living will');
});

test('a trial is told for as long as somebody is in it', () => {
  const trial = {
    resourceType: 'ResearchSubject',
    id: 't',
    status: 'on-study',
    individual: subject,
    identifier: [{ value: 'NCT-7' }],
    study: { display: 'Willow trial' },
  };
  expect(detailsOf(trial)).toEqual({ isClinicalTrial: true, clinicalTrialID: 'NCT-7' });
  expect(detailsOf({ ...trial, status: 'off-study' })).toBeUndefined();
  expect(detailsOf({ ...trial, period: { start: '2024', end: '2025' } })).toBeUndefined();
});

test('the way to be reached is the one that the source ranks first', () => {
  const telecom = [
    { system: 'email', value: 'a@example.org', rank: 2 },
    { system: 'phone', use: 'mobile', value: '1', rank: 1 },
    { system: 'phone', use: 'old', value: '2', rank: 0 },
  ];
  const patient = { resourceType: 'Patient', id: 'p', telecom };
  expect(detailsOf(patient)).toMatchObject({ preferredCommunication: 'Cell phone' });
  expect(detailsOf({ ...patient, telecom: [{ system: 'email', value: 'a@example.org' }] })).toMatchObject({
    preferredCommunication: null,
  });
});

test('how long ago somebody stopped smoking or drinking comes from an observation or a component', () => {
  const years = (value: number, unit: string) => ({ valueQuantity: { value, unit } });
  const itemOf = (more: Json) =>
    mapped(observation('s', 'p', { category: [code('social-history')], ...more })).content.items?.[0];
  const since = { code: code('228486009', 'Time since stopped smoking') };
  expect(itemOf({ ...since, ...years(7, 'a') })).toMatchObject({ kind: 'latest', fields: { smokingYearsQuit: '7' } });
  expect(itemOf({ ...since, ...years(10, 'mo') })?.fields).toMatchObject({ smokingYearsQuit: '10 mo' });
  const status = { code: code('72166-2'), valueQuantity: undefined, valueCodeableConcept: { text: 'Former smoker' } };
  expect(itemOf({ ...status, component: [{ ...since, ...years(7, 'years') }] })?.fields).toMatchObject({
    smokingStatus: 'Former smoker',
    smokingYearsQuit: '7',
  });
  expect(itemOf({ code: { text: 'Time since stopped drinking alcohol' }, ...years(3, 'years') })?.fields).toMatchObject(
    {
      alcoholYearsQuit: '3',
    },
  );
});

test('of each fact the newest source that says something counts, and all insurances do', () => {
  const said = [
    { type: 'Observation', details: { occupation: 'Bookbinder' } },
    { type: 'Coverage', details: { insuranceNote: 'Willow Mutual' } },
    { type: 'Observation', details: { occupation: 'Teacher' } },
    { type: 'Patient', details: { gender: 'female', religion: null } },
    { type: 'Coverage', details: { insuranceNote: 'Second Mutual' } },
    { type: 'Patient', details: { gender: 'other', religion: 'None' } },
  ].map((one) => ({ ...one, source: 'clinic', sourceName: 'Clinic' }));
  expect(factsOf(said).facts).toEqual({
    gender: 'female',
    religion: 'None',
    occupation: 'Bookbinder',
    insuranceNote: 'Willow Mutual; Second Mutual',
  });
});

test('a marital status and a language of which only the code came are words', () => {
  const v3 = 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus';
  const patient = (maritalStatus: Json) => ({
    resourceType: 'Patient',
    id: 'p',
    maritalStatus,
    communication: [{ language: { coding: [{ system: 'urn:ietf:bcp:47', code: 'es' }] } }],
  });
  for (const status of [
    { coding: [{ system: v3, code: 'M' }] },
    { coding: [{ system: v3, code: 'M', display: 'M' }], text: 'M' },
  ])
    expect(detailsOf(patient(status))).toMatchObject({ maritalStatus: 'Married', primaryLanguage: 'Spanish' });
});
