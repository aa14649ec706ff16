import { describe, expect, test } from 'vitest';
import { firstGivenOf, type ValueBefore } from './firstGiven.ts';
import type { ValueRow } from './map/mapped.ts';

const value = (more: Partial<ValueRow> = {}): ValueRow => ({
  position: 0,
  name: 'Platelets',
  codings: [],
  kind: 'quantity',
  comparator: null,
  value: '212',
  unit: '10³/µL',
  absentReason: null,
  referenceRange: null,
  abnormalFlag: null,
  isAbnormal: false,
  ...more,
});
const before = (more: Partial<ValueBefore> = {}): ValueBefore => ({
  resourceId: 1,
  patientId: 5,
  position: 0,
  name: 'Platelets',
  kind: 'quantity',
  comparator: null,
  value: '312',
  unit: '10³/µL',
  firstGiven: null,
  ...more,
});
const first = (one: ValueBefore | null, now = value(), status: string | null = 'corrected') =>
  firstGivenOf({ resourceId: 1, patientId: 5, status }, now, one === null ? [] : [one]);

describe('what a corrected value was first given as', () => {
  test('is the value that was there, with its comparator, and with its unit where that is another one', () => {
    expect(first(before())).toBe('312');
    expect(first(before({ comparator: '<', value: '5' }))).toBe('<5');
    expect(first(before({ unit: '/nL' }))).toBe('312 /nL');
  });

  test('stays the one before the first correction, and goes when that turns out to have been right', () => {
    expect(first(before({ value: '250', firstGiven: '312' }))).toBe('312');
    expect(first(before({ value: '250', firstGiven: '212' }))).toBeNull();
  });

  test('is nothing where a preliminary value became final, nothing was given, the value is the same, or it is of another test or patient', () => {
    expect(first(before(), value(), 'final')).toBeNull();
    expect(first(null)).toBeNull();
    expect(first(before({ kind: 'none', value: null }))).toBeNull();
    expect(first(before({ value: '212' }))).toBeNull();
    expect(first(before({ name: 'Leukocytes' }))).toBeNull();
    expect(first(before({ patientId: 6 }))).toBeNull();
    expect(first(before({ kind: 'text', value: 'long '.repeat(30) }))).toBeNull();
  });
});
