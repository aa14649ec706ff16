import type { HealthEntry } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fhirJson } from '../../subject/fhirParts.ts';
import { entryWith } from './content.ts';
import { dosagesOf } from './fhirDosage.ts';

type Facts = HealthEntry['facts'];
const Told = v.object({ dosage: v.array(v.record(v.string(), v.unknown())) });
const dosages = (facts: Facts) =>
  v.parse(
    Told,
    JSON.parse(
      fhirJson({
        dosage: dosagesOf(entryWith({ name: 'A medicine', facts }), {
          language: 'en',
          patient: {},
          facility: undefined,
          refer: () => undefined,
        }),
      }),
    ),
  );
const told = (dose: string | null, ...frequencies: readonly string[]) =>
  dosages([
    ...(dose === null ? [] : [{ name: 'dose' as const, value: dose }]),
    ...frequencies.map((value) => ({ name: 'frequency' as const, value })),
  ]);
const abbreviation = 'http://terminology.hl7.org/CodeSystem/v3-GTSAbbreviation';

test.each([
  ['2 / 1 d', { repeat: { frequency: 2, period: 1, periodUnit: 'd' } }],
  ['1–2 / 4–6 h', { repeat: { frequency: 1, frequencyMax: 2, period: 4, periodMax: 6, periodUnit: 'h' } }],
  ['1 / 0.5 d', { repeat: { frequency: 1, period: 0.5, periodUnit: 'd' } }],
  ['12 h', { repeat: { frequency: 1, period: 12, periodUnit: 'h' } }],
  ['2 / 1 d, CM, CV', { repeat: { frequency: 2, period: 1, periodUnit: 'd', when: ['CM', 'CV'] } }],
  ['ACM (30 min), ACV (30 min)', { repeat: { offset: 30, when: ['ACM', 'ACV'] } }],
  ['ACM (30 min)', { repeat: { offset: 30, when: ['ACM'] } }],
  ['1 / 1 wk, mon, thu', { repeat: { frequency: 1, period: 1, periodUnit: 'wk', dayOfWeek: ['mon', 'thu'] } }],
  ['08:00, 20:30', { repeat: { timeOfDay: ['08:00:00', '20:30:00'] } }],
  ['BID', { code: { coding: [{ system: abbreviation, code: 'BID' }] } }],
])('how often is told in elements: %s', (frequency, timing) => {
  expect(told(null, frequency)).toMatchObject({ dosage: [{ timing }] });
});

test('an amount is told with its limits, and that it is taken only when needed', () => {
  expect(told('2.50 mg', 'QD, PRN', '× 10 days', '≤ 4 g / 24 h')).toEqual({
    dosage: [
      {
        text: '2.50 mg, Once a day, only when needed, For 10 days, At most 4 g in 24 hours',
        timing: {
          repeat: { boundsDuration: { value: 10, unit: 'days', system: 'http://unitsofmeasure.org', code: 'd' } },
          code: { coding: [{ system: abbreviation, code: 'QD' }] },
        },
        asNeededBoolean: true,
        maxDosePerPeriod: {
          numerator: { value: 4, unit: 'g' },
          denominator: { value: 24, unit: 'h', system: 'http://unitsofmeasure.org', code: 'h' },
        },
        doseAndRate: [{ doseQuantity: { value: 2.5, unit: 'mg' } }],
      },
    ],
  });
  expect(told('10 mg – 20 mg')).toMatchObject({
    dosage: [{ doseAndRate: [{ doseRange: { low: { value: 10, unit: 'mg' }, high: { value: 20, unit: 'mg' } } }] }],
  });
});

test('so much in a time is a rate, and a concentration is no amount', () => {
  expect(told('100 mL/h')).toEqual({
    dosage: [{ text: '100 mL/h', doseAndRate: [{ rateQuantity: { value: 100, unit: 'mL/h' } }] }],
  });
  expect(told('10 mL/h – 20 mL/h')).toMatchObject({
    dosage: [{ doseAndRate: [{ rateRange: { low: { value: 10, unit: 'mL/h' }, high: { value: 20, unit: 'mL/h' } } }] }],
  });
  expect(told('5 mg/mL')).toEqual({ dosage: [{ text: '5 mg/mL' }] });
});

test('several dosages are told one by one, each with its days', () => {
  expect(told('20 mg, 1 / 1 d, 2026-01-02 – 2026-01-08; 10 mg, 1 / 1 d, 2026-01-09 –')).toEqual({
    dosage: [
      {
        text: '20 mg, once a day, from Jan 2, 2026 to Jan 8, 2026',
        timing: {
          repeat: {
            frequency: 1,
            period: 1,
            periodUnit: 'd',
            boundsPeriod: { start: '2026-01-02', end: '2026-01-08' },
          },
        },
        doseAndRate: [{ doseQuantity: { value: 20, unit: 'mg' } }],
      },
      {
        text: '10 mg, once a day, from Jan 9, 2026',
        timing: { repeat: { frequency: 1, period: 1, periodUnit: 'd', boundsPeriod: { start: '2026-01-09' } } },
        doseAndRate: [{ doseQuantity: { value: 10, unit: 'mg' } }],
      },
    ],
  });
});

test.each([
  ['words', ['every third day']],
  ['words beside a code', ['every third day, PRN']],
  ['before an event', ['HS (-90 min)']],
  ['an event that FHIR has no code for', ['ICM']],
  ['two timings', ['12 h', 'ACM']],
  ['hours beside an event', ['1 / 12 h, ACM']],
  ['different times before events', ['ACM (30 min), ACV (60 min)']],
  ['a time before one of two events', ['ACM (30 min), CV']],
  ['a code and an event', ['BID, CM']],
  ['a limit of one of several doses', ['20 mg, × 7 d']],
])('nothing is guessed from %s', (_what, frequencies) => {
  const { dosage } = told('5 mg', ...frequencies);
  expect(dosage).toHaveLength(1);
  expect(dosage[0]).not.toHaveProperty('timing');
  expect(dosage[0]).not.toHaveProperty('asNeededBoolean');
  expect(dosage[0]?.['text']).not.toBe('5 mg');
});

test('of several doses or ways that are not told together none is the one', () => {
  const two = dosages([
    { name: 'dose', value: '5 mg' },
    { name: 'dose', value: '10 mg' },
    { name: 'frequency', value: 'BID' },
  ]);
  expect(two).toEqual({ dosage: [{ text: '5 mg; 10 mg; Twice a day' }] });
  expect(told('5 mg, Oral; 10 mg, Nasal')).toEqual({ dosage: [{ text: '5 mg, Oral; 10 mg, Nasal' }] });
});
