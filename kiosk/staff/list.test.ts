import { type KioskPatientRow, KioskPatientRow as Row } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { facilitiesOf, loneStart, rowsFor, todayAt } from './list.ts';

const row = (changes: Partial<Record<keyof KioskPatientRow, unknown>> = {}): KioskPatientRow =>
  v.parse(Row, {
    patientId: 1, firstName: 'Juniper', lastName: 'Applewhistle', dateOfBirth: '1979-04-02', mrn: 'TW-1', facilityShortName: 'Willow Wing',
    questionnaireTitles: ['How are you doing?'], canStartByPatient: true, ...changes,
  });

describe('the day of the list', () => {
  it('is the day at the facility, not in the tablet’s or the server’s time zone', () => {
    const now = new Date('2026-11-20T03:30:00Z');
    expect(todayAt('America/Chicago', now)).toBe('2026-11-19');
    expect(todayAt('Pacific/Kiritimati', now)).toBe('2026-11-20');
  });
});

describe('the facilities of the list', () => {
  const rows = [row({ patientId: 1, lastName: 'Quill' }), row({ patientId: 2, lastName: 'Ápple', facilityShortName: 'Acorn House' }), row({ patientId: 3, lastName: 'Moss' })];

  it('are each offered once', () => {
    expect(facilitiesOf(rows, 'en')).toEqual(['Acorn House', 'Willow Wing']);
  });

  it('narrow the list, which is sorted by name as people sort names', () => {
    expect(rowsFor(rows, null, 'en').map((one) => one.lastName)).toEqual(['Ápple', 'Moss', 'Quill']);
    expect(rowsFor(rows, 'Willow Wing', 'en').map((one) => one.lastName)).toEqual(['Moss', 'Quill']);
  });
});

describe('starting the only one', () => {
  it('opens a lone questionnaire', () => {
    expect(loneStart([row()])?.kind).toBe('open');
  });

  it('asks first when the lone patient has several', () => {
    expect(loneStart([row({ questionnaireTitles: ['A', 'B'] })])?.kind).toBe('ask');
  });

  it('leaves the list when there are more patients, none, or one who cannot start', () => {
    expect(loneStart([row(), row({ patientId: 2 })])).toBeNull();
    expect(loneStart([])).toBeNull();
    expect(loneStart([row({ canStartByPatient: false })])).toBeNull();
  });
});
