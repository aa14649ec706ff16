import { FollowUpPlan } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { isoDay, zoneOf } from '../visits/zone.ts';
import { calledName, followUpsOf, isUpcomingFollowUp, providerName, statusOf, taskOf, zoneNamesOf } from './plan.ts';

const toronto = zoneOf('America/Toronto');
const plan = (appointments: readonly object[]) =>
  v.parse(FollowUpPlan, {
    startDate: null, memoToPatient: null, taskNames: [], templates: [], timeZoneId: 'America/Toronto', timeZoneAbbreviation: 'EST',
    appointments: appointments.map((one, index) => ({ ptFollowUpAppointmentId: index + 1, label: 'Visit', provider: null, actualDate: null, targetDate: null, statusDesc: 'Pending', tasks: [], ...one })),
  });
const one = (more: object) => {
  const [only] = plan([more]).appointments;
  if (!only) throw new Error('no follow-up');
  return only;
};
const now = Date.parse('2026-11-20T20:00:00Z');

describe('the status of a follow-up', () => {
  it.each([
    ['Completed stands, whatever its dates', { statusDesc: 'Completed', targetDate: '2030-01-01' }, 'completed'],
    ['Missed stands, whatever its dates', { statusDesc: 'Missed', actualDate: '2030-01-01' }, 'missed'],
    ['the actual date is past', { actualDate: '2026-11-19', targetDate: '2027-01-01' }, 'overdue'],
    ['the target date is past and there is no actual one', { targetDate: '2026-11-19' }, 'overdue'],
    ['the target date is past, the actual one is not', { actualDate: '2026-12-01', targetDate: '2026-11-01' }, 'scheduled'],
    ['an actual date to come', { actualDate: '2026-11-21' }, 'scheduled'],
    ['a target date to come', { targetDate: '2026-11-21' }, 'recommended'],
    ['today is not over yet', { targetDate: '2026-11-20' }, 'recommended'],
    ['today with an actual date', { actualDate: '2026-11-20' }, 'scheduled'],
    ['an actual time that is past', { actualDate: '2026-11-20T19:59:59Z' }, 'overdue'],
    ['an actual time to come', { actualDate: '2026-11-20T20:00:01Z' }, 'scheduled'],
    ['12:00:00 of today is no time, so its day counts', { actualDate: '2026-11-20T17:00:00Z' }, 'scheduled'],
    ['no date at all', {}, 'recommended'],
    ['any other word with a past date', { statusDesc: 'Cancelled', targetDate: '2026-10-01' }, 'overdue'],
    ['any other word with a date to come', { statusDesc: 'Cancelled', actualDate: '2026-12-01' }, 'scheduled'],
  ])('%s', (_, more, expected) => {
    expect(statusOf(one(more), toronto, now)).toBe(expected);
  });

  it('becomes overdue at midnight of the facility, not of the device', () => {
    const due = one({ targetDate: '2026-11-20' });
    expect(statusOf(due, toronto, Date.parse('2026-11-21T04:59:59.999Z'))).toBe('recommended');
    expect(statusOf(due, toronto, Date.parse('2026-11-21T05:00:00Z'))).toBe('overdue');
    expect(statusOf(due, zoneOf('Pacific/Kiritimati'), Date.parse('2026-11-20T10:00:00Z'))).toBe('overdue');
    expect(statusOf(one({ targetDate: '2028-02-29' }), toronto, Date.parse('2028-03-01T04:30:00Z'))).toBe('recommended');
    expect(statusOf(one({ targetDate: '2026-11-01' }), toronto, Date.parse('2026-11-02T04:59:00Z'))).toBe('recommended');
  });
});

describe('upcoming', () => {
  it.each([
    ['pending and to come', { targetDate: '2026-11-21' }, true],
    ['pending with an actual date', { actualDate: '2026-11-21' }, true],
    ['pending and overdue', { targetDate: '2026-11-19' }, false],
    ['completed', { statusDesc: 'Completed', targetDate: '2026-11-21' }, false],
    ['missed', { statusDesc: 'Missed', targetDate: '2026-11-21' }, false],
    ['another word', { statusDesc: 'Cancelled', targetDate: '2026-11-21' }, false],
  ])('%s', (_, more, expected) => {
    expect(isUpcomingFollowUp(one(more), toronto, now)).toBe(expected);
  });

  it('is never overdue, completed or missed, and All leaves out nothing', () => {
    const dates = fc.option(fc.integer({ min: 20_000, max: 21_500 }).map(isoDay), { nil: null });
    fc.assert(
      fc.property(fc.array(fc.record({ statusDesc: fc.constantFrom('Pending', 'Completed', 'Missed', 'Cancelled'), targetDate: dates, actualDate: dates })), (given) => {
        const all = plan(given);
        expect(followUpsOf(all, 'All', now)).toEqual(all.appointments);
        const upcoming = followUpsOf(all, 'Upcoming', now);
        for (const followUp of all.appointments) {
          const status = statusOf(followUp, toronto, now);
          expect(upcoming.includes(followUp)).toBe(followUp.statusDesc === 'Pending' && (status === 'scheduled' || status === 'recommended'));
        }
      }),
    );
  });
});

describe('a provider’s name', () => {
  it.each([
    ['Fernbrook, Ottoline', { last: 'Fernbrook', first: 'Ottoline' }, 'Ottoline Fernbrook'],
    ['Fernbrook,Ottoline M.', { last: 'Fernbrook', first: 'Ottoline M.' }, 'Ottoline M. Fernbrook'],
    ['Fernbrook, Ottoline, MD', { last: 'Fernbrook', first: 'Ottoline, MD' }, 'Ottoline, MD Fernbrook'],
    ['Northlight Imaging', { last: 'Northlight Imaging', first: '' }, 'Northlight Imaging'],
    [', Ottoline', { last: '', first: 'Ottoline' }, 'Ottoline'],
    [' ', null, ''],
    [null, null, ''],
  ])('%s', (provider, parts, called) => {
    expect(providerName(provider)).toEqual(parts);
    expect(calledName(provider)).toBe(called);
  });
});

describe('a task category', () => {
  const followUp = one({
    tasks: [
      { propertyCategoryId: 'exam', isAddressed: true, taskNote: 'Lymph nodes' },
      { propertyCategoryId: 'blood', isAddressed: false, taskNote: ' ' },
    ],
  });
  it.each([
    ['exam', { state: 'addressed', note: 'Lymph nodes' }],
    ['blood', { state: 'unaddressed', note: null }],
    ['imaging', { state: 'notApplicable', note: null }],
  ])('%s', (key, expected) => {
    expect(taskOf(followUp, key)).toEqual(expected);
  });
});

test('the zone is named as the times of the plan name it, and as it is now where there is no time', () => {
  expect(zoneNamesOf(plan([{ actualDate: '2026-07-20T15:00:00Z' }, { actualDate: '2026-12-20T15:00:00Z' }, { targetDate: '2026-05-01' }]))).toEqual(['EDT', 'EST']);
  expect(zoneNamesOf(plan([{ actualDate: '2026-07-20T16:00:00Z' }]))).toEqual(['EST']);
});
