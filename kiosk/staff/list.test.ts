import { KioskVisitor } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { byState, canBeStarted, loneStart, todayAt } from './list.ts';

const questionnaire = { title: 'How are you doing?', questionCount: 12, answeredCount: 0, isSent: false };
const visitor = (changes: Partial<Record<keyof KioskVisitor, unknown>> = {}): KioskVisitor =>
  v.parse(KioskVisitor, {
    patientId: 1,
    firstName: 'Juniper',
    lastName: 'Applewhistle',
    dateOfBirth: '1979-04-02',
    mrn: 'TW-1',
    facilityShortName: 'Willow Wing',
    state: 'waiting',
    canStartByPatient: true,
    lastSavedAt: null,
    onOtherTabletSince: null,
    arrivedAt: null,
    awaitedVisits: [],
    questionnaires: [questionnaire],
    ...changes,
  });
const elsewhere = { state: 'inProgress', onOtherTabletSince: '2026-11-23T09:31:00.000Z' };

describe('the day of the list', () => {
  it('is the day at the facility, not in the tablet’s or the server’s time zone', () => {
    const now = new Date('2026-11-20T03:30:00Z');
    expect(todayAt('America/Chicago', now)).toBe('2026-11-19');
    expect(todayAt('Pacific/Kiritimati', now)).toBe('2026-11-20');
  });
});

describe('the people of a list', () => {
  it('stand under their states, in the order in which they come to the desk', () => {
    const groups = byState([
      visitor({ patientId: 1, state: 'finished' }),
      visitor({ patientId: 2 }),
      visitor({ patientId: 3 }),
    ]);
    expect(groups.map(({ state, visitors }) => [state, visitors.map(({ patientId }) => Number(patientId))])).toEqual([
      ['waiting', [2, 3]],
      ['finished', [1]],
    ]);
  });

  it('are started or continued only where no other tablet has them and something is left', () => {
    expect(canBeStarted(visitor())).toBe(true);
    expect(canBeStarted(visitor({ state: 'inProgress' }))).toBe(true);
    expect(canBeStarted(visitor(elsewhere))).toBe(false);
    expect(canBeStarted(visitor({ canStartByPatient: false }))).toBe(false);
    expect(canBeStarted(visitor({ state: 'finished' }))).toBe(false);
  });
});

describe('starting the only one', () => {
  it('opens a lone questionnaire, also where another one was sent', () => {
    expect(loneStart([visitor()])?.kind).toBe('open');
    const half = visitor({ state: 'inProgress', questionnaires: [{ ...questionnaire, isSent: true }, questionnaire] });
    expect(loneStart([half, visitor({ patientId: 2, state: 'finished' })])?.kind).toBe('open');
  });

  it('asks first when the lone patient has several', () => {
    expect(loneStart([visitor({ questionnaires: [questionnaire, questionnaire] })])?.kind).toBe('ask');
  });

  it('leaves the list when there are more patients, none, or one who cannot start', () => {
    expect(loneStart([visitor(), visitor({ patientId: 2 })])).toBeNull();
    expect(loneStart([])).toBeNull();
    expect(loneStart([visitor({ canStartByPatient: false })])).toBeNull();
    expect(loneStart([visitor(elsewhere)])).toBeNull();
  });
});
