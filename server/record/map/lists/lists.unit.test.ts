import type { HealthEntry } from '@portal/api';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../questionnaires/fhir/json.ts';
import { parseKeepingDecimals } from '../../fhir/decimals.ts';
import { type Context, directoryEntry } from '../../fhir/directory.ts';
import { contentHash, hashBesideLists } from '../../rows.ts';
import type { Json } from '../../../../tests/server/record.ts';
import type { Content, HealthEntryRow } from '../mapped.ts';
import { mapResource } from '../resource.ts';
import { partNamed } from './partFacts.ts';

const keyOf = (reference: string) => reference;
const nobody: Context = { keyOf, entry: () => null };
const about = { id: 'i', subject: { reference: 'Patient/p' } };
const contentOf = (resource: JsonObject, context = nobody): Content => {
  const mapped = mapResource(resource, context);
  if (mapped.kind !== 'row' || mapped.isHidden) throw new Error(JSON.stringify(mapped));
  return mapped.content;
};
const rowsOf = (resource: Json, context = nobody): readonly HealthEntryRow[] =>
  contentOf({ ...about, ...resource }, context).entries ?? [];
const entryOf = (resource: Json, context = nobody): HealthEntry | undefined => {
  const [row] = rowsOf(resource, context);
  return row?.kind === 'entry' ? row.entry : undefined;
};
const factsOf = (resource: Json, context = nobody): string[] =>
  (entryOf(resource, context)?.facts ?? []).map(({ name, value }) => `${name}: ${value}`);
const isShown = (resource: Json): boolean => {
  const mapped = mapResource({ ...about, ...resource }, nobody);
  return mapped.kind === 'row' && !mapped.isHidden && (mapped.content.entries ?? []).length > 0;
};
const coded = (code: string, display?: string, system = 'http://snomed.info/sct') => ({
  coding: [{ system, code, display }],
});
const words = (text: string) => ({ text });

describe('problems', () => {
  const condition = { resourceType: 'Condition', code: words('Hypothyroidism') };
  const state = (clinicalStatus: string, verificationStatus = 'confirmed') => {
    const entry = entryOf({
      ...condition,
      clinicalStatus: coded(clinicalStatus),
      verificationStatus: coded(verificationStatus),
    });
    return [entry?.status, entry?.negation];
  };
  it('tell how things stand, as the source says', () => {
    expect(state('active')).toEqual(['active', null]);
    expect(state('relapse')).toEqual(['active', null]);
    expect(state('remission')).toEqual(['inactive', null]);
    expect(state('resolved')).toEqual(['resolved', null]);
    expect(state('active', 'refuted')).toEqual(['refuted', 'negated']);
    expect(entryOf(condition)?.status).toBeNull();
    expect(entryOf({ ...condition, abatementDateTime: '2020' })).toMatchObject({ status: 'resolved', end: '2020' });
    expect(entryOf({ ...condition, abatementString: 'as a child' })?.status).toBe('resolved');
  });
  it('are not told while they are only suspected', () => {
    for (const code of ['unconfirmed', 'provisional', 'differential'])
      expect(isShown({ ...condition, verificationStatus: coded(code) })).toBe(false);
  });
  it('keep a date as exact as it is, and no other beginning is made one', () => {
    expect(entryOf({ ...condition, onsetDateTime: '2014', recordedDate: '2014-03' })).toMatchObject({
      start: '2014',
      recorded: '2014-03',
    });
    expect(entryOf({ ...condition, onsetDateTime: '2014-03-06T20:43:11' })?.start).toBe('2014-03-06');
    expect(entryOf({ ...condition, onsetDateTime: '2014-03-06T23:43:11-05:00' })?.start).toBe(
      '2014-03-06T23:43:11-05:00',
    );
    expect(entryOf({ ...condition, onsetDateTime: '2014-03-06T00:00:00Z' })?.start).toBe('2014-03-06T00:00:00+00:00');
    expect(entryOf({ ...condition, onsetDateTime: '0014-03-06' })?.start).toBeNull();
    expect(entryOf({ ...condition, onsetPeriod: { start: '2014', end: '2015' } })?.start).toBe('2014');
    expect(factsOf({ ...condition, onsetAge: { value: 45, unit: 'years' } })).toEqual(['onset: 45 years']);
    expect(
      factsOf({ ...condition, onsetRange: { low: { value: 40, unit: 'a' }, high: { value: 50, unit: 'a' } } }),
    ).toEqual(['onset: 40 a – 50 a']);
    expect(factsOf({ ...condition, onsetString: 'since childhood' })).toEqual(['onset: since childhood']);
  });
  it('keep every code, and the side', () => {
    const laterality = {
      url: 'http://hl7.org/fhir/us/mcode/StructureDefinition/mcode-laterality-qualifier',
      valueCodeableConcept: words('Right'),
    };
    const found = {
      ...condition,
      code: {
        coding: [
          ...coded('254837009').coding,
          ...coded('C50.911', 'Cancer', 'http://hl7.org/fhir/sid/icd-10-cm').coding,
        ],
        text: 'Breast cancer',
      },
      bodySite: [{ text: 'Breast', extension: [laterality] }],
    };
    expect(entryOf(found)?.codes.map(({ code }) => code)).toEqual(['254837009', 'C50.911']);
    expect(factsOf(found)).toEqual(['side: Right', 'bodySite: Breast']);
  });
  it('say that there are none, or why nobody knows', () => {
    expect(entryOf({ ...condition, code: coded('160245001', 'No current problems') })).toMatchObject({
      negation: 'none',
      name: 'No current problems',
    });
    expect(
      entryOf({
        ...condition,
        code: coded('no-known-problems', undefined, 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips'),
      })?.negation,
    ).toBe('none');
    expect(
      entryOf({
        ...condition,
        code: coded('no-problem-info', 'No information', 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips'),
      }),
    ).toMatchObject({ negation: null, name: null, missing: 'unknown' });
    const absent = 'http://terminology.hl7.org/CodeSystem/data-absent-reason';
    expect(entryOf({ ...condition, code: { ...coded('masked', 'Masked', absent), text: 'Masked' } })).toMatchObject({
      name: null,
      missing: 'masked',
      codes: [],
    });
    expect(
      entryOf({
        ...condition,
        code: {
          extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'not-asked' }],
        },
      }),
    ).toMatchObject({ name: null, missing: 'notAsked' });
  });
});

describe('allergies', () => {
  const allergy = {
    resourceType: 'AllergyIntolerance',
    patient: about.subject,
    subject: undefined,
    code: words('Penicillin'),
  };
  it('tell reactions with how strong they were, each by itself', () => {
    const reaction = [
      { manifestation: [words('Rash'), words('Itching')], severity: 'mild' },
      { description: 'Could not breathe', severity: 'severe', exposureRoute: words('Oral') },
    ];
    expect(factsOf({ ...allergy, reaction, criticality: 'high' })).toEqual([
      'reaction: Rash, Itching',
      'severity: mild',
      'reaction: Could not breathe',
      'severity: severe',
      'route: Oral',
      'criticality: high',
    ]);
  });
  it('say that none are known, of medicines alone too', () => {
    for (const code of ['716186003', '409137002', 'no-known-food-allergies'])
      expect(entryOf({ ...allergy, code: coded(code, 'None known') })).toMatchObject({
        negation: 'none',
        status: null,
      });
  });
  it('that were ruled out, are over or unconfirmed say so', () => {
    const state = (clinicalStatus: string, verificationStatus: string) => {
      const entry = entryOf({
        ...allergy,
        clinicalStatus: coded(clinicalStatus),
        verificationStatus: coded(verificationStatus),
      });
      return [entry?.status, entry?.negation];
    };
    expect(state('inactive', 'refuted')).toEqual(['refuted', 'negated']);
    expect(state('resolved', 'confirmed')).toEqual(['resolved', null]);
    expect(state('active', 'unconfirmed')).toEqual(['unconfirmed', null]);
  });
});

describe('medications', () => {
  const request = {
    resourceType: 'MedicationRequest',
    status: 'active',
    intent: 'order',
    medicationCodeableConcept: words('Letrozole 2.5 mg tablet'),
  };
  it('tell how to take them in the words of the source, and who prescribed them for what', () => {
    const dosageInstruction = [
      {
        text: 'One tablet once a day',
        patientInstruction: 'With water',
        route: words('Oral'),
        timing: { code: words('QD'), repeat: { frequency: 1, period: 1, periodUnit: 'd' } },
        doseAndRate: [{ doseQuantity: { value: '2.50', unit: 'mg' } }],
      },
    ];
    expect(
      factsOf({
        ...request,
        dosageInstruction,
        requester: { display: 'Dr. Fernbrook' },
        reasonCode: [words('Breast cancer')],
      }),
    ).toEqual([
      'instructions: One tablet once a day',
      'instructions: With water',
      'dose: 2.50 mg',
      'route: Oral',
      'frequency: QD',
      'reason: Breast cancer',
      'prescriber: Dr. Fernbrook',
    ]);
    const repeat = {
      frequency: 2,
      period: 1,
      periodUnit: 'd',
      boundsPeriod: { start: '2026-01-02', end: '2026-02-01' },
    };
    const bounded = { ...request, dosageInstruction: [{ timing: { repeat }, asNeededBoolean: true }] };
    expect(factsOf(bounded)).toEqual(['frequency: 2 / 1 d, PRN']);
    expect(entryOf(bounded)).toMatchObject({ start: '2026-01-02', end: '2026-02-01' });
  });
  it('of which the dose changes begin with the first dose and end with the last', () => {
    const step = (value: number, start: string, end?: string) => ({
      doseAndRate: [{ doseQuantity: { value, unit: 'mg' } }],
      timing: { repeat: { boundsPeriod: { start, end } } },
    });
    const taper = [step(20, '2026-01-02', '2026-01-08'), step(10, '2026-01-09', '2026-01-15')];
    expect(entryOf({ ...request, dosageInstruction: taper })).toMatchObject({ start: '2026-01-02', end: '2026-01-15' });
    const ways = ['Oral', 'Nasal'].map((text) => ({ route: { text } }));
    expect(factsOf({ ...request, dosageInstruction: ways })).toEqual(['route: Oral', 'route: Nasal']);
    expect(
      factsOf({ ...request, dosageInstruction: [step(20, '2026-01-02', '2026-01-08'), step(20, '2026-02-02')] }),
    ).toEqual(['dose: 20 mg, 2026-01-02 – 2026-01-08; 20 mg, 2026-02-02 –']);
    const goingOn = [step(20, '2026-01-02', '2026-01-08'), step(10, '2026-01-09')];
    expect(entryOf({ ...request, dosageInstruction: goingOn })).toMatchObject({ start: '2026-01-02', end: null });
    const before = { doseAndRate: [{ doseQuantity: { value: 20, unit: 'mg' } }] };
    expect(entryOf({ ...request, dosageInstruction: [before, step(10, '2026-01-09')] })?.start).not.toBe('2026-01-09');
  });
  it('tell warnings that come beside the instructions, and the rate of an infusion', () => {
    const dosageInstruction = [
      {
        additionalInstruction: [words('With food'), words('May cause drowsiness')],
        doseAndRate: [
          {
            doseQuantity: { value: 500, unit: 'mL' },
            rateRatio: { numerator: { value: 125, unit: 'mL' }, denominator: { value: 1, unit: 'h' } },
          },
          { rateQuantity: { value: 50, unit: 'mL/h' } },
          { rateRange: { low: { value: 10, unit: 'mL/h' }, high: { value: 20, unit: 'mL/h' } } },
        ],
      },
    ];
    expect(factsOf({ ...request, dosageInstruction })).toEqual([
      'instructions: With food, May cause drowsiness',
      'dose: 500 mL, 125 mL / 1 h, 50 mL/h, 10 mL/h – 20 mL/h',
    ]);
    const dosage = { dose: { value: 1, unit: 'g' }, rateQuantity: { value: 2, unit: 'mL/min' } };
    const given = {
      resourceType: 'MedicationAdministration',
      status: 'completed',
      medicationCodeableConcept: words('Iron'),
    };
    expect(factsOf({ ...given, dosage })).toEqual(['dose: 1 g, 2 mL/min']);
  });
  it.each([
    ['{"frequency":1,"period":12.0,"periodUnit":"h"}', '1 / 12 h'],
    ['{"frequency":1,"period":0.50,"periodUnit":"d"}', '1 / 0.5 d'],
    ['{"frequency":2,"period":1.0,"periodUnit":"d"}', '2 / 1 d'],
    ['{"frequency":1,"period":4,"periodMax":6.0,"periodUnit":"h"}', '1 / 4–6 h'],
    ['{"frequency":1,"frequencyMax":2,"period":1,"periodUnit":"d"}', '1–2 / 1 d'],
    ['{"frequency":1,"frequencyMax":1,"period":8,"periodMax":8.0,"periodUnit":"h"}', '1 / 8 h'],
    ['{"frequency":1,"periodUnit":"d"}', '1 / 1 d'],
    ['{"period":8,"periodUnit":"h"}', '1 / 8 h'],
    ['{"frequency":2,"period":1,"periodUnit":"d","when":["CM","CV"]}', '2 / 1 d, CM, CV'],
    ['{"when":["ACM"],"offset":30}', 'ACM (30 min)'],
    ['{"frequency":1,"period":1,"periodUnit":"wk","dayOfWeek":["mon","thu"]}', '1 / 1 wk, mon, thu'],
    ['{"timeOfDay":["08:00:00","20:30:00"]}', '08:00, 20:30'],
    ['{"period":1,"periodUnit":"d","timeOfDay":["08:00:00","20:00:00"]}', '08:00, 20:00'],
    ['{"period":1,"periodUnit":"wk","dayOfWeek":["mon","thu"]}', 'mon, thu'],
    ['{"period":2,"periodUnit":"wk","dayOfWeek":["mon"]}', '1 / 2 wk, mon'],
  ])('are taken as often as a source says, whatever digits it writes: %s', (repeat, frequency) => {
    const dosageInstruction = parseKeepingDecimals(`[{"timing":{"repeat":${repeat}}}]`);
    expect(factsOf({ ...request, dosageInstruction })).toEqual([`frequency: ${frequency}`]);
  });
  it('are limited in time and amount, whatever else is said of how to take them', () => {
    const dosage = {
      timing: { code: words('Every 6 hours'), repeat: { boundsDuration: { value: 10, unit: 'days', code: 'd' } } },
      maxDosePerPeriod: {
        numerator: { value: 4, unit: 'g' },
        denominator: { value: 24, unit: 'hours', code: 'h' },
      },
    };
    expect(factsOf({ ...request, dosageInstruction: [dosage] })).toEqual([
      'frequency: Every 6 hours',
      'frequency: × 10 days',
      'frequency: ≤ 4 g / 24 h',
    ]);
    expect(factsOf({ ...request, dosageInstruction: [{ ...dosage, text: 'As told' }] })).toContain(
      'frequency: ≤ 4 g / 24 h',
    );
    const week = (value: number) => ({
      timing: { repeat: { boundsDuration: { value: 7, unit: 'days', code: 'd' } } },
      doseAndRate: [{ doseQuantity: { value, unit: 'mg' } }],
    });
    expect(factsOf({ ...request, dosageInstruction: [week(20), week(10)] })).toEqual([
      'dose: 20 mg, × 7 days; 10 mg, × 7 days',
    ]);
    expect(factsOf({ ...request, dosageInstruction: [{ ...week(20), text: 'First' }, week(10)] })).toContain(
      'frequency: 20 mg, × 7 days',
    );
  });
  it('of different amounts over the day tell each amount with its time', () => {
    const at = (when: string, value: number, more: Json = {}) => ({
      timing: { repeat: { when: [when] } },
      doseAndRate: [{ doseQuantity: { value, unit: 'tablet' } }],
      ...more,
    });
    const told = (...dosageInstruction: readonly Json[]) => factsOf({ ...request, dosageInstruction });
    expect(told(at('MORN', 1), at('NOON', 2), at('EVE', 1, { asNeededBoolean: true }))).toEqual([
      'dose: 1 tablet, MORN; 2 tablet, NOON; 1 tablet, EVE, PRN',
    ]);
    expect(told(at('MORN', 1), at('EVE', 1))).toEqual(['dose: 1 tablet', 'frequency: MORN', 'frequency: EVE']);
    const by = (value: number, route: string, more: Json = {}) => at('MORN', value, { route: words(route), ...more });
    expect(told(by(1, 'Oral'), by(1, 'Nasal'))).toEqual(['dose: 1 tablet, Oral, MORN; 1 tablet, Nasal, MORN']);
    expect(told(by(1, 'Oral', { text: 'One' }), by(2, 'Nasal'))).toEqual([
      'instructions: One',
      'dose: 1 tablet',
      'route: 1 tablet, Oral',
      'dose: 2 tablet',
      'route: 2 tablet, Nasal',
      'frequency: 2 tablet, MORN',
    ]);
    expect(told(at('MORN', 1, { text: 'One' }), at('EVE', 2, { text: 'Two' }))).toContain('instructions: Two');
  });
  it('are named by what they refer to, with its codes', () => {
    const medication = {
      resourceType: 'Medication',
      id: 'm',
      code: { ...coded('200064', 'Letrozole', 'http://www.nlm.nih.gov/research/umls/rxnorm') },
    };
    const referring = { ...request, medicationCodeableConcept: undefined };
    const entry = directoryEntry(medication, keyOf);
    const outside = { keyOf, entry: (key: string) => (key === 'Medication/m' ? entry : null) };
    for (const found of [
      entryOf({ ...referring, medicationReference: { reference: 'Medication/m' } }, outside),
      entryOf({ ...referring, contained: [medication], medicationReference: { reference: '#m' } }),
    ])
      expect(found).toMatchObject({ name: 'Letrozole', codes: [{ code: '200064' }] });
  });
  it('of proposals, plans, drafts and what was cancelled are none, but for what patients say that they take', () => {
    expect(['proposal', 'plan', 'option', 'order'].map((intent) => isShown({ ...request, intent }))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(isShown({ ...request, intent: 'plan', reportedBoolean: true })).toBe(true);
    expect(['draft', 'cancelled', 'stopped', 'on-hold'].map((status) => isShown({ ...request, status }))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
  it('are taken in the order that the source gives', () => {
    const dose = (sequence: number | string, value: string) => ({
      sequence,
      doseAndRate: [{ doseQuantity: { value, unit: 'mg' } }],
      timing: { repeat: { boundsDuration: { value: 7, unit: 'd' } } },
    });
    expect(factsOf({ ...request, dosageInstruction: [dose(2, '10'), dose('1.0', '20')] })).toEqual([
      'dose: 20 mg, × 7 d; 10 mg, × 7 d',
    ]);
    expect(factsOf({ ...request, dosageInstruction: [dose('first', '10'), dose(1, '20')] })).toHaveLength(1);
  });
  it('that are not taken say so, and why', () => {
    const statement = {
      resourceType: 'MedicationStatement',
      medicationCodeableConcept: words('Ibuprofen'),
      status: 'not-taken',
      statusReason: [words('Stomach pain')],
    };
    expect(entryOf(statement)).toMatchObject({ negation: 'negated', status: 'notDone' });
    expect(factsOf(statement)).toEqual(['reason: Stomach pain']);
    expect(entryOf({ ...request, doNotPerform: true })?.negation).toBe('negated');
    expect(entryOf({ ...statement, statusReason: [coded('182895007')] })?.status).toBe('declined');
    expect(
      entryOf({
        ...statement,
        medicationCodeableConcept: coded('787481004', 'No known medications'),
        status: 'active',
      }),
    ).toMatchObject({ negation: 'none', status: null });
  });
});

describe('immunizations', () => {
  const vaccine = {
    resourceType: 'Immunization',
    patient: about.subject,
    subject: undefined,
    status: 'completed',
    vaccineCode: coded('140', 'Influenza', 'http://hl7.org/fhir/sid/cvx'),
    occurrenceDateTime: '2026-10-06',
  };
  it('tell the dose, the lot, who made and who gave it', () => {
    expect(
      factsOf({
        ...vaccine,
        lotNumber: 'L-7',
        manufacturer: { display: 'Maker' },
        performer: [{ actor: { reference: 'Practitioner/1', display: 'Nurse Reed' } }],
        location: { display: 'Tidewillow Health' },
        protocolApplied: [{ doseNumberPositiveInt: 2, seriesDosesPositiveInt: 3 }],
        doseQuantity: { value: '0.50', unit: 'mL' },
        site: words('Left arm'),
      }),
    ).toEqual([
      'doseNumber: 2 / 3',
      'dose: 0.50 mL',
      'bodySite: Left arm',
      'manufacturer: Maker',
      'lot: L-7',
      'performer: Nurse Reed',
      'place: Tidewillow Health',
    ]);
    expect(entryOf(vaccine)).toMatchObject({ status: 'completed', start: '2026-10-06', negation: null });
    expect(factsOf({ ...vaccine, occurrenceDateTime: undefined, occurrenceString: 'in school' })).toEqual([
      'onset: in school',
    ]);
  });
  it('that were not given say so, and whether the patient said no', () => {
    const notDone = { ...vaccine, status: 'not-done' };
    expect(entryOf({ ...notDone, statusReason: coded('PATOBJ', 'Patient objection') })).toMatchObject({
      negation: 'negated',
      status: 'declined',
    });
    expect(entryOf({ ...notDone, statusReason: coded('OSTOCK', 'Out of stock') })).toMatchObject({
      negation: 'negated',
      status: 'notDone',
      facts: [{ name: 'reason', value: 'Out of stock' }],
    });
  });
});

describe('observations', () => {
  const category = (code: string) => [{ coding: [{ code }] }];
  const vital = {
    resourceType: 'Observation',
    status: 'final',
    category: category('vital-signs'),
    code: coded('29463-7', 'Weight', 'http://loinc.org'),
    effectiveDateTime: '2026-11-12',
  };
  const blood = {
    ...vital,
    code: coded('85354-9', 'Blood pressure', 'http://loinc.org'),
    component: [
      { code: coded('8480-6', 'Systolic', 'http://loinc.org'), valueQuantity: { value: 128, unit: 'mmHg' } },
      { code: coded('8462-4', 'Diastolic', 'http://loinc.org'), dataAbsentReason: coded('not-asked') },
    ],
  };
  it('keep digits, unit and comparator, and say why a value is missing', () => {
    expect(entryOf({ ...vital, valueQuantity: { value: '64.20', unit: 'kg', comparator: '<' } })?.values).toEqual([
      { name: null, codes: [], comparator: '<', value: '64.20', unit: 'kg', isNumber: true, missing: null },
    ]);
    expect(entryOf({ ...vital, dataAbsentReason: coded('asked-unknown') })?.values[0]).toMatchObject({
      value: null,
      missing: 'askedUnknown',
    });
    expect(entryOf(vital)?.values[0]).toMatchObject({ value: null, missing: 'unknown' });
    const absent = 'http://terminology.hl7.org/CodeSystem/data-absent-reason';
    expect(entryOf({ ...vital, valueCodeableConcept: coded('masked', 'Masked', absent) })?.values[0]).toMatchObject({
      value: null,
      missing: 'masked',
      codes: [],
    });
    const broken = { ...vital, dataAbsentReason: words('The scale was broken') };
    expect([entryOf(broken)?.values[0]?.missing, ...factsOf(broken)]).toEqual([
      'other',
      'comment: The scale was broken',
    ]);
  });
  it('of blood pressure are one entry with two values', () => {
    expect(rowsOf(blood).map(({ listKey }) => listKey)).toEqual(['vitals']);
    expect(entryOf(blood)).toMatchObject({
      name: 'Blood pressure',
      values: [
        { name: 'Systolic', value: '128', unit: 'mmHg', missing: null, codes: [{ code: '8480-6' }] },
        { name: 'Diastolic', value: null, missing: 'notAsked' },
      ],
    });
    const own = (code: string, low: number, high: number) => ({
      interpretation: [coded(code, undefined, 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation')],
      referenceRange: [{ low: { value: low, unit: 'mmHg' }, high: { value: high, unit: 'mmHg' } }],
    });
    const [upper, lower] = blood.component;
    expect(
      factsOf({
        ...blood,
        component: [
          { ...upper, ...own('H', 90, 120) },
          { ...lower, dataAbsentReason: undefined, valueQuantity: { value: 82, unit: 'mmHg' }, ...own('N', 60, 80) },
        ],
      }),
    ).toEqual([
      'interpretation: Systolic: H',
      'referenceRange: Systolic: 90 – 120',
      'interpretation: Diastolic: N',
      'referenceRange: Diastolic: 60 – 80',
    ]);
  });
  it('have parts that nobody takes for each other, without words or with the same ones', () => {
    const part = (code: string, display: string | undefined, value: number, flag: string) => ({
      code: coded(code, display, 'http://loinc.org'),
      valueQuantity: { value, unit: 'mmHg' },
      interpretation: [coded(flag, undefined, 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation')],
    });
    const told = (...component: readonly Json[]) => {
      const entry = entryOf({ ...blood, component });
      return entry?.values.map(({ name }) => [
        name,
        entry.facts.flatMap(({ value }) => {
          const found = partNamed(entry, value);
          return found !== null && found.part === name ? [found.words] : [];
        }),
      ]);
    };
    expect(told(part('8459-0', undefined, 118, 'N'), part('8460-8', undefined, 150, 'H'))).toEqual([
      ['LOINC 8459-0', ['N']],
      ['LOINC 8460-8', ['H']],
    ]);
    expect(told(part('8480-6', 'Systolic', 118, 'N'), part('8480-6', 'Systolic', 150, 'H'))).toEqual([
      ['Systolic', ['N']],
      ['Systolic (2)', ['H']],
    ]);
  });
  it('are in the list of their category, or of their code where they have none', () => {
    const listOf = (more: Json) => rowsOf({ ...vital, valueString: 'x', ...more })[0]?.listKey ?? null;
    expect(
      ['vital-signs', 'social-history', 'survey', 'exam', 'imaging', 'laboratory'].map((code) =>
        listOf({ category: category(code) }),
      ),
    ).toEqual(['vitals', 'socialHistory', 'socialHistory', 'vitals', 'vitals', null]);
    expect(listOf({ category: category('exam'), code: words('Gait') })).toBe('results');
    expect(listOf({ category: undefined })).toBe('vitals');
    expect(listOf({ category: undefined, code: coded('72166-2', 'Smoking', 'http://loinc.org') })).toBe(
      'socialHistory',
    );
    // A stage is shown by the treatment summary.
    expect(listOf({ category: category('exam'), code: coded('21908-9', 'Stage', 'http://loinc.org') })).toBeNull();
  });
  it('that only have members, and those that were cancelled, are none', () => {
    expect(isShown({ ...vital, hasMember: [{ reference: 'Observation/1' }] })).toBe(false);
    expect(isShown({ ...vital, status: 'cancelled', valueString: 'x' })).toBe(false);
  });
});

describe('procedures and visits', () => {
  it('say what was not done, and why', () => {
    const procedure = {
      resourceType: 'Procedure',
      status: 'not-done',
      code: words('Colonoscopy'),
      statusReason: coded('183944003', 'Refused'),
    };
    expect(entryOf(procedure)).toMatchObject({
      negation: 'negated',
      status: 'declined',
      facts: [{ name: 'reason', value: 'Refused' }],
    });
    expect(entryOf({ ...procedure, status: 'preparation' })).toMatchObject({ negation: null, status: 'planned' });
  });
  const visit = { resourceType: 'Encounter', status: 'finished', class: { code: 'AMB', display: 'ambulatory' } };
  it('name a visit by its type, else by its kind', () => {
    expect(
      entryOf({
        ...visit,
        type: [words('Check-up')],
        period: { start: '2026-11-12T10:00:00Z' },
        participant: [{ individual: { display: 'Dr. A' } }],
        serviceProvider: { display: 'Clinic' },
      }),
    ).toMatchObject({
      name: 'Check-up',
      status: 'completed',
      start: '2026-11-12T10:00:00.000Z',
      facts: [
        { name: 'performer', value: 'Dr. A' },
        { name: 'place', value: 'Clinic' },
      ],
    });
    expect(entryOf(visit)?.name).toBe('ambulatory');
    expect(entryOf({ ...visit, class: undefined })).toMatchObject({ name: null, missing: 'unknown' });
    expect(isShown({ ...visit, status: 'cancelled' })).toBe(false);
  });
});

describe('plans and goals', () => {
  it('tell a plan, and what is to be done', () => {
    const plan = {
      resourceType: 'CarePlan',
      status: 'active',
      intent: 'plan',
      title: 'Life after treatment',
      period: { start: '2026-01-01' },
      activity: [
        {
          detail: {
            status: 'not-started',
            code: words('Walk'),
            description: 'Half an hour a day',
            scheduledTiming: {
              repeat: { frequency: 3, period: 1, periodUnit: 'wk', boundsDuration: { value: 12, unit: 'weeks' } },
            },
          },
        },
        { detail: { status: 'completed', description: 'Quit smoking' } },
        { detail: { status: 'entered-in-error', description: 'Not this' } },
        { reference: { reference: 'ServiceRequest/1' } },
      ],
    };
    expect(rowsOf(plan)[1]).toMatchObject({
      entry: {
        facts: [
          { name: 'instructions', value: 'Half an hour a day' },
          { name: 'frequency', value: '3 / 1 wk' },
          { name: 'frequency', value: '× 12 weeks' },
        ],
      },
    });
    expect(
      rowsOf(plan).map((row) =>
        row.kind === 'entry' ? [row.entry.name, row.entry.status, row.entry.facts.length] : [],
      ),
    ).toEqual([
      ['Life after treatment', 'active', 0],
      ['Walk', 'planned', 3],
      ['Quit smoking', 'completed', 0],
    ]);
    expect(isShown({ ...plan, status: 'draft' })).toBe(false);
    const div = '<div><h1>Rest</h1><table><tr><td>Sleep &amp;</td>\n<td>walk&#46;</td></tr></table></div>';
    const narrative = (status: string, more: Json = {}) => factsOf({ ...plan, text: { status, div }, ...more });
    expect(narrative('generated')).toEqual([]);
    expect(narrative('additional')).toEqual(['instructions: Rest\nSleep & walk.']);
    expect(narrative('generated', { activity: [] })).toEqual(['instructions: Rest\nSleep & walk.']);
    expect(mapResource({ ...about, ...plan, title: undefined, activity: [] }, nobody).kind).toBe('leftOut');
  });
  it('tell a goal with what is aimed at and until when', () => {
    const goal = {
      resourceType: 'Goal',
      lifecycleStatus: 'active',
      description: words('Lower blood sugar'),
      target: [
        {
          measure: coded('4548-4', 'HbA1c', 'http://loinc.org'),
          detailQuantity: { value: '7.0', unit: '%', comparator: '<' },
          dueDate: '2027-01-01',
        },
      ],
    };
    expect(entryOf(goal)).toMatchObject({
      name: 'Lower blood sugar',
      status: 'active',
      end: '2027-01-01',
      values: [{ name: 'HbA1c', comparator: '<', value: '7.0', unit: '%' }],
    });
    expect(isShown({ ...goal, lifecycleStatus: 'proposed' })).toBe(false);
    expect(mapResource({ ...about, ...goal, lifecycleStatus: 'entered-in-error' }, nobody).kind).toBe('retracted');
  });
});

it('has an identity of its own for what is told to lists', () => {
  const condition = { ...about, resourceType: 'Condition', code: words('Asthma') };
  const hash = (more: Json) => contentHash('active', false, contentOf({ ...condition, ...more })) ?? '';
  expect(hash({ severity: words('Mild') })).not.toBe(hash({}));
  expect(hashBesideLists(hash({ severity: words('Mild') }))).toBe(hashBesideLists(hash({})));
  expect(hashBesideLists(hash({ note: [words('New')] }))).not.toBe(hashBesideLists(hash({})));
});

describe('a code without words is no name', () => {
  const cvx = 'http://hl7.org/fhir/sid/cvx';
  const vaccine = { resourceType: 'Immunization', patient: about.subject, subject: undefined, status: 'completed' };
  it.each([
    ['alone', coded('212', undefined, cvx)],
    ['as its own display', coded('212', '212', cvx)],
    ['as its own text', { ...coded('212', undefined, cvx), text: '212' }],
  ])('of a vaccine: %s', (_, vaccineCode) => {
    expect(entryOf({ ...vaccine, vaccineCode })).toMatchObject({
      name: null,
      missing: 'other',
      codes: [{ system: cvx, code: '212' }],
    });
  });
  it('of a visit: its class is left to the page, in the language of its reader', () => {
    const v3 = 'http://terminology.hl7.org/CodeSystem/v3-ActCode';
    const visit = { resourceType: 'Encounter', status: 'finished' };
    const stay = { system: v3, code: 'IMP' };
    for (const display of [undefined, 'IMP', 'inpatient encounter'])
      expect(entryOf({ ...visit, class: { ...stay, display } })).toMatchObject({ name: null, codes: [stay] });
    expect(entryOf({ ...visit, class: stay, type: [words('Check-up')] })?.name).toBe('Check-up');
    expect(entryOf({ ...visit, class: stay, type: [coded('185349003')] })).toMatchObject({ name: null, codes: [stay] });
    expect(entryOf({ ...visit, class: { system: 'urn:oid:1.2', code: '7', display: 'Day clinic' } })?.name).toBe(
      'Day clinic',
    );
  });
  it('but codes that are sentences, and those of small tables, have words', () => {
    const none = { resourceType: 'AllergyIntolerance', patient: about.subject, subject: undefined };
    const ips = 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips';
    for (const code of [
      coded('no-known-food-allergies', undefined, ips),
      { text: 'no-known-food-allergies', ...coded('no-known-food-allergies', undefined, ips) },
    ])
      expect(entryOf({ ...none, code })).toMatchObject({ name: 'No known food allergies', negation: 'none' });
    const us = 'http://hl7.org/fhir/us/core/CodeSystem/careplan-category';
    const plan = { resourceType: 'CarePlan', status: 'active', intent: 'plan' };
    expect(entryOf({ ...plan, category: [coded('assess-plan', undefined, us)] })?.name).toBe(
      'Assessment and plan of treatment',
    );
    const hl7 = 'http://terminology.hl7.org/CodeSystem';
    expect(
      factsOf({
        resourceType: 'Goal',
        lifecycleStatus: 'active',
        description: words('Walk daily'),
        achievementStatus: coded('not-achieved', undefined, `${hl7}/goal-achievement`),
      }),
    ).toEqual(['outcome: Not achieved']);
    const pressure = { resourceType: 'Observation', status: 'final', valueQuantity: { value: 72, unit: '/min' } };
    expect(entryOf({ ...pressure, code: coded('8867-4', undefined, 'http://loinc.org') })?.name).toBe('Heart rate');
  });
  it('what codes tell beside a name is left away, how often a medicine is taken is not', () => {
    expect(
      factsOf({
        resourceType: 'MedicationRequest',
        status: 'active',
        medicationCodeableConcept: words('Ibuprofen'),
        dosageInstruction: [{ route: coded('26643006'), timing: { code: coded('BID') } }],
      }),
    ).toEqual(['frequency: BID']);
  });
});

describe('a date that is none', () => {
  const condition = { resourceType: 'Condition', code: words('Asthma') };
  const told = (resource: Json) => {
    const entry = entryOf(resource);
    return [entry?.start, entry?.end, ...(entry?.facts ?? []).map(({ name, value }) => `${name}: ${value}`)];
  };
  it('keeps no entry out: it is told as it was written, with what of it is certain', () => {
    expect(told({ ...condition, onsetDateTime: '2020-13-01' })).toEqual(['2020', null, 'unreadDate: 2020-13-01']);
    expect(told({ ...condition, onsetDateTime: '2020-02-30' })).toEqual(['2020-02', null, 'unreadDate: 2020-02-30']);
    expect(told({ ...condition, onsetPeriod: { start: 'spring', end: '2021' }, abatementDateTime: 'soon' })).toEqual([
      null,
      null,
      'unreadDate: spring',
      'unreadDate: soon',
    ]);
    expect(
      told({
        resourceType: 'MedicationRequest',
        status: 'active',
        medicationCodeableConcept: words('Ibuprofen'),
        dosageInstruction: [{ timing: { repeat: { boundsPeriod: { start: '03/15/2020' } } } }],
      }),
    ).toEqual([null, null, 'unreadDate: 03/15/2020']);
  });
  it('keeps out what has no entry to say it, what has many, and what is no text', () => {
    const reasonOf = (resource: Json): string => {
      const mapped = mapResource({ ...about, ...resource }, nobody);
      return mapped.kind === 'leftOut' ? mapped.reason : mapped.kind;
    };
    expect(reasonOf({ resourceType: 'Patient', birthDate: 'spring' })).toBe('its birthDate is not what FHIR says');
    expect(reasonOf({ ...condition, onsetDateTime: 2020 })).toBe('its onsetDateTime is not what FHIR says');
    expect(reasonOf({ ...condition, onsetDateTime: 'spring', recordedDate: 7 })).toBe(
      'its onsetDateTime is not what FHIR says',
    );
    const dosage = { timing: { repeat: { boundsPeriod: { start: 'a', end: 'b' } } } };
    expect(
      reasonOf({
        resourceType: 'MedicationRequest',
        medicationCodeableConcept: words('Ibuprofen'),
        dosageInstruction: [dosage, dosage, dosage],
      }),
    ).toMatch(/is not what FHIR says$/);
  });
});
