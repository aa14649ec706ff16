import { shownGroups, TreatmentSummary } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { entriesOf, type Marker, markerOf } from './markers.ts';

const fields = new Set(['testtype', 'tumormarkerdate', 'testresult', 'providername', 'providerphone', 'comment']);
const item = (more: object) => ({ isNullMessageHolder: false, nullMessage: null, isPatientReviewed: true, ...more });
const loinc = 'http://loinc.org|6875-9';

function entries(items: readonly object[]) {
  const summary = v.parse(TreatmentSummary, [{ key: 'TumorMarker', value: items.map(item) }]);
  return shownGroups(summary, [{ key: 'TumorMarker', fields }]).flatMap((group) => entriesOf(group.key, group.items));
}
const markers = (items: readonly object[]): Marker[] =>
  entries(items).map(([first, ...others]) => {
    if (first === undefined) throw new Error('an entry without items');
    return markerOf([first, ...others]);
  });
const sizes = (items: readonly object[]) => entries(items).map(({ length }) => length);
const valueOf = (fact: { values: readonly { value: unknown }[] } | null) => fact?.values[0]?.value ?? null;

describe('what is one marker', () => {
  test('the same code under two names, and nothing else by its name', () => {
    expect(
      sizes([
        { testType: 'Cancer antigen 15-3', testResult: '21 U/mL', testCode: loinc },
        { testType: 'CA 15-3', testResult: '22 U/mL', testCode: loinc },
        { testType: 'CA 15-3', testResult: '23 U/mL' },
        { testType: 'CEA', testResult: '2 ng/mL', testCode: 'http://loinc.org|2039-6' },
      ]),
    ).toEqual([2, 1, 1]);
  });
  test('without a code the same name and unit; without either each stands alone', () => {
    expect(
      sizes([
        { testType: 'CEA', testResult: '2 ng/mL' },
        { testType: ' cea', testResult: '< 3 ng/mL' },
        { testType: 'CEA', testResult: '2 µg/L' },
        { testResult: '4 ng/mL' },
        { testResult: '4 ng/mL' },
      ]),
    ).toEqual([2, 1, 1, 1]);
  });
  test('items of other groups and what says that there is none stand alone', () => {
    expect(
      sizes([
        { isNullMessageHolder: true, nullMessage: 'No marker is recorded.' },
        { isNullMessageHolder: true, nullMessage: 'No marker is recorded.' },
      ]),
    ).toEqual([1, 1]);
  });
});

test('as many values as went in come out, each with its date, unit, flag and comment, the newest first', () => {
  const items = [
    { testType: 'CA 15-3', testResult: '16.20 U/mL', tumorMarkerDate: '2026-05-01', comment: 'Half a year after.' },
    { testType: 'Cancer antigen 15-3', testResult: '21 U/mL', tumorMarkerDate: '2026-11-24', testFlag: null },
    { testType: 'Cancer antigen 15-3', testResult: '34 U/mL', tumorMarkerDate: '2025-05-14T13:20:00Z', testFlag: 'H' },
    {
      testType: 'CA 15-3',
      testResult: 'not measurable',
      tumorMarkerDate: '2024',
      comment: 'The sample was too small.',
    },
    { testType: 'CA 15-3', testResult: '< 2 kU/L' },
  ].map((one) => ({ ...one, testCode: loinc, providerName: 'Puddle Lane Lab', providerPhone: '5550100142' }));
  const [marker, ...others] = markers(items);
  expect(others).toEqual([]);
  const told = (marker?.values ?? []).map(({ shown, date, result, flag, more }) => ({
    testType: more.some(({ label }) => label === 'test')
      ? valueOf(more.find(({ label }) => label === 'test') ?? null)
      : valueOf({ values: marker?.named.heading ? [marker.named.heading] : [] }),
    testResult: valueOf(result),
    tumorMarkerDate: valueOf(date),
    testFlag: flag,
    comment: valueOf(more.find(({ label }) => label === 'comment') ?? null),
    isHeld: items.some((one) => one.testResult === shown.item['testResult']),
  }));
  const expected = items.map((one) => ({
    testType: one.testType,
    testResult: one.testResult,
    tumorMarkerDate: one.tumorMarkerDate ?? null,
    testFlag: one.testFlag ?? null,
    comment: one.comment ?? null,
    isHeld: true,
  }));
  expect(told).toEqual([1, 0, 2, 3, 4].map((at) => expected[at]));
  expect(marker?.common.map(({ label }) => label)).toEqual(['provider', 'phone']);
  // One value has no number and one has another unit. A line without them would be misleading.
  expect(marker?.drawing).toBeNull();
});

test('the line goes from the oldest to the newest; a flagged value and one that is only known to be less are marked', () => {
  const [marker] = markers(
    [
      { testResult: '21 U/mL', tumorMarkerDate: '2026-11-24' },
      { testResult: '41.0 U/mL', tumorMarkerDate: '2024-12-27', testFlag: 'H' },
      { testResult: '< 5 U/mL', tumorMarkerDate: '2025-05-14' },
    ].map((one) => ({ ...one, testType: 'CA 15-3', testCode: loinc })),
  );
  expect(marker?.drawing).toMatchObject({ from: '2024-12-27', to: '2026-11-24' });
  expect(marker?.drawing?.drawing.points.map(({ text, kind }) => [text, kind])).toEqual([
    ['41.0', 'outside'],
    ['< 5', 'less'],
    ['21', 'in'],
  ]);
});
