import { PatientId } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { firstProblem } from '../../ui/form/rules.ts';
import { activityRules, activityQueryOf, defaultForm } from './filter.ts';

const patientId = v.parse(PatientId, 7);

test('the default range starts one year before today and ends today, by the clock of the facility', () => {
  const now = Date.parse('2026-11-23T03:30:00Z');
  expect(defaultForm('America/New_York', now)).toEqual({
    startDate: '2025-11-22',
    endDate: '2026-11-22',
    who: '',
    what: '',
  });
  expect(defaultForm('Pacific/Kiritimati', now).endDate).toBe('2026-11-23');
  // A leap day has no year before.
  expect(defaultForm('UTC', Date.parse('2028-02-29T12:00:00Z')).startDate).toBe('2027-02-28');
});

test('start date and end date are both required, are days of the calendar, and the end is not before the start', () => {
  const form = (startDate: string, endDate: string) => ({ startDate, endDate, who: '', what: '' }) as const;
  const said = (startDate: string, endDate: string) => [
    firstProblem(activityRules.startDate, startDate, form(startDate, endDate))?.text,
    firstProblem(activityRules.endDate, endDate, form(startDate, endDate))?.text,
  ];
  expect(said('', '')).toEqual(['core.required', 'core.required']);
  expect(said('2026-02-30', '2026-03-01')).toEqual(['form.dateNotThere', undefined]);
  expect(said('2026-03-02', '2026-03-01')).toEqual([undefined, 'personalData.endBeforeStart']);
  expect(said('2026-03-01', '2026-03-01')).toEqual([undefined, undefined]);
  expect(activityQueryOf(form('', '2026-03-01'), patientId)).toBeNull();
  expect(activityQueryOf({ ...form('2026-01-01', '2026-03-01'), what: 'read' }, patientId)).toEqual({
    startDate: '2026-01-01',
    endDate: '2026-03-01',
    patientId,
    what: 'read',
  });
});
