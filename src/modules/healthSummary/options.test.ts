import { CcdaId, type ExternalSystem, IfSystemId, type OfficeVisit, readRecordDate } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { type SummaryOptions, summaryRequestOf, optionsAfter, startOptions, summarySystems } from './options.ts';

const system = v.parse(IfSystemId, 3);
const visit = (ccda: number): OfficeVisit => ({
  encounterDate: readRecordDate('2026-11-04') ?? expect.fail(),
  visitType: 'Oncology follow-up',
  provider: 'Dr. Ottoline Fernbrook',
  ifSystemId: system,
  identifier: { ccdaId: v.parse(CcdaId, ccda) },
});
const visits = [visit(7), visit(8)];
const start = startOptions('America/New_York', Date.parse('2026-11-16T03:00:00Z'), system);
const withVisit = optionsAfter(start, { kind: 'pickVisit', index: 1 });

test('the range begins one year before today, on the clock of the facility', () => {
  expect(start).toEqual({
    startDate: '2025-11-15',
    endDate: '2026-11-15',
    radioValue: 'daterange',
    recentVisitIndex: -1,
    system,
  });
});

test('picking a visit switches to visits', () => {
  expect(withVisit).toMatchObject({ radioValue: 'visits', recentVisitIndex: 1 });
});

test.each([
  { kind: 'choose', radioValue: 'daterange' },
  { kind: 'focusRange' },
  { kind: 'setSystem', system },
  { kind: 'setDate', name: 'startDate', typed: '2026-01-01' },
] as const)('the range, its dates and the system reset the visit: $kind', (act) => {
  expect(optionsAfter(withVisit, act)).toMatchObject({ radioValue: 'daterange', recentVisitIndex: -1 });
});

test('choosing visits picks none by itself', () => {
  expect(optionsAfter(start, { kind: 'choose', radioValue: 'visits' })).toMatchObject({
    radioValue: 'visits',
    recentVisitIndex: -1,
  });
});

test('a visit asks for its own document', () => {
  expect(summaryRequestOf(withVisit, visits)).toEqual({
    kind: 'document',
    key: { ifSystemId: system, identifier: { ccdaId: 8 } },
  });
});

test('an index beyond the list is no visit', () => {
  const gone = optionsAfter(start, { kind: 'pickVisit', index: 2 });
  expect(summaryRequestOf(gone, visits)).toEqual({ recentVisitIndex: { text: 'healthSummary.visitMissing' } });
  expect(summaryRequestOf({ ...gone, recentVisitIndex: -1 }, visits)).toHaveProperty('recentVisitIndex');
});

test('dates are put in order', () => {
  const turned: SummaryOptions = { ...start, startDate: '2026-05-02', endDate: '2026-05-01' };
  expect(summaryRequestOf(turned, [])).toEqual({
    kind: 'search',
    search: { ifSystemId: system, startDate: '2026-05-01', endDate: '2026-05-02' },
  });
});

test('a date that is missing or none is marked, and only that one', () => {
  expect(Object.keys(summaryRequestOf({ ...start, startDate: 'Nov 31' }, []))).toEqual(['startDate']);
  expect(Object.keys(summaryRequestOf({ ...start, endDate: '' }, []))).toEqual(['endDate']);
  expect(Object.keys(summaryRequestOf({ ...start, startDate: '', endDate: '', system: null }, []))).toEqual([
    'startDate',
    'endDate',
    'system',
  ]);
});

test('sources are those that can be asked for a summary, by name whatever its capitals', () => {
  const one = (id: number, patientDisplayName: string, ...activeTriggerEventTypes: string[]): ExternalSystem => ({
    ifSystemId: v.parse(IfSystemId, id),
    patientDisplayName,
    activeTriggerEventTypes,
  });
  const all = [one(1, 'tidewillow', 'CcdaRequested'), one(2, 'Otter Bay', 'CcdaRequested'), one(3, 'Abacus', 'Other')];
  expect(summarySystems(all, 'en').map(({ patientDisplayName }) => patientDisplayName)).toEqual([
    'Otter Bay',
    'tidewillow',
  ]);
});
