import { LabTest } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { historyOfTest, changeOf, testsNamed } from './labTests.ts';

type Value = readonly [takenOn: string | null, testValue: string | null, kind?: 'number' | 'text'];
const testOf = (testDisplayName: string, ...values: readonly Value[]): LabTest =>
  v.parse(LabTest, {
    testResultDetailId: 1,
    testDisplayName,
    unitOfMeasure: 'g/dL',
    count: values.length,
    inOtherUnits: 0,
    values: values.map(([takenOn, testValue, valueKind = 'number'], index) => ({
      labResultId: index + 1,
      takenOn,
      testValue,
      valueKind,
      referencesRange: null,
      abnormalFlag: null,
    })),
  });
const moved = (...values: readonly Value[]) => {
  const found = changeOf(historyOfTest(testOf('Hemoglobin', ...values)));
  return found === null ? null : [found.way, found.before.text];
};

test('tests stand by name, and are found by a part of it, whatever its accents and capitals', () => {
  const names = (typed: string) =>
    testsNamed(
      ['Vitamin B12', 'Glucosa', 'Vitamin B6', 'Hemoglobina', 'Ácido úrico'].map((name) =>
        testOf(name, ['2026-01-02', '1']),
      ),
      typed,
      'es',
    ).map(({ testDisplayName }) => testDisplayName);
  expect(names('')).toEqual(['Ácido úrico', 'Glucosa', 'Hemoglobina', 'Vitamin B6', 'Vitamin B12']);
  expect(names(' ACIDO u')).toEqual(['Ácido úrico']);
  expect(names('glob')).toEqual(['Hemoglobina']);
  expect(names('x')).toEqual([]);
});

describe('how the newest value moved', () => {
  test('is told against the one before, as it is read', () => {
    expect(moved(['2026-02-01', '11.2'], ['2026-01-01', '11.8'], ['2025-01-01', '9'])).toEqual(['down', '11.8']);
    expect(moved(['2026-02-01', '12'], ['2026-01-01', '11.8'])).toEqual(['up', '11.8']);
    expect(moved(['2026-02-01', '12.0'], ['2026-01-01', '12'])).toEqual(['not', '12']);
    expect(moved(['2026-02-01', '4.123456789'], ['2026-01-01', '4.123498765'])).toEqual(['not', '4.123']);
  });

  test('is not told of one value, of words, of what has no date, or of what is only known to be less', () => {
    expect(moved(['2026-02-01', '11.2'])).toBeNull();
    expect(moved(['2026-02-01', 'Negative', 'text'], ['2026-01-01', 'Negative', 'text'])).toBeNull();
    expect(moved(['2026-02-01', '11.2'], [null, '11.8'])).toBeNull();
    expect(moved(['2026-02-01', '<5'], ['2026-01-01', '6'])).toBeNull();
    expect(moved(['2026-02-01', '6'], ['2026-01-01', '<5'])).toBeNull();
  });
});
