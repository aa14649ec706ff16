import { FollowUpPlan } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { writtenMonth } from '../../records/visit/visit.ts';
import { isoDay, zoneOf } from '../../records/zone.ts';
import {
  dateOf,
  isUpcomingFollowUp,
  partOfMonth,
  passesFilter,
  stateOf,
  statusOf,
  taskOf,
  zoneNamesOf,
} from './plan.ts';

const toronto = zoneOf('America/Toronto');
const plan = (appointments: readonly object[]) =>
  v.parse(FollowUpPlan, {
    startDate: null,
    memoToPatient: null,
    taskNames: [],
    templates: [],
    timeZoneId: 'America/Toronto',
    timeZoneAbbreviation: 'EST',
    appointments: appointments.map((one, index) => ({
      ptFollowUpAppointmentId: index + 1,
      label: 'Visit',
      provider: null,
      actualDate: null,
      targetDate: null,
      statusDesc: 'Pending',
      hasTimePart: false,
      durationMinutes: null,
      visit: null,
      tasks: [],
      ...one,
    })),
  });
const one = (more: object) => {
  const [only] = plan([more]).appointments;
  if (!only) throw new Error('no follow-up');
  return only;
};
const now = Date.parse('2026-11-20T20:00:00Z');

describe('the status of a follow-up', () => {
  it.each([
    [
      'Completed stands, whatever its dates',
      { statusDesc: 'Completed', targetDate: '2030-01-01' },
      'past',
      'Completed',
    ],
    ['Missed stands, whatever its dates', { statusDesc: 'Missed', actualDate: '2030-01-01' }, 'past', 'Missed'],
    ['the actual date is past', { actualDate: '2026-11-19', targetDate: '2027-01-01' }, 'overdue', 'Scheduled'],
    ['the target date is past and there is no actual one', { targetDate: '2026-11-19' }, 'overdue', 'Recommended'],
    [
      'the target date is past, the actual one is not',
      { actualDate: '2026-12-01', targetDate: '2026-11-01' },
      'upcoming',
      'Scheduled',
    ],
    ['an actual date to come', { actualDate: '2026-11-21' }, 'upcoming', 'Scheduled'],
    ['a target date to come', { targetDate: '2026-11-21' }, 'upcoming', 'Recommended'],
    ['today is not over yet', { targetDate: '2026-11-20' }, 'upcoming', 'Recommended'],
    ['today with an actual date', { actualDate: '2026-11-20' }, 'upcoming', 'Scheduled'],
    ['an hour after its beginning', { actualDate: '2026-11-20T19:00:00Z' }, 'overdue', 'Scheduled'],
    ['until it is over, as in the list', { actualDate: '2026-11-20T19:00:01Z' }, 'upcoming', 'Scheduled'],
    ['as long as it takes', { actualDate: '2026-11-20T19:00:00Z', durationMinutes: 90 }, 'upcoming', 'Scheduled'],
    [
      '12:00:00 of today is no time, so its day counts',
      { actualDate: '2026-11-20T17:00:00Z' },
      'upcoming',
      'Scheduled',
    ],
    ['noon where it is meant', { actualDate: '2026-11-20T17:00:00Z', hasTimePart: true }, 'overdue', 'Scheduled'],
    ['no date at all', {}, 'upcoming', 'Recommended'],
    ['cancelled, with a past date', { statusDesc: 'Cancelled', targetDate: '2026-10-01' }, 'cancelled', 'Cancelled'],
    ['cancelled, with a date to come', { statusDesc: 'Cancelled', actualDate: '2026-12-01' }, 'cancelled', 'Cancelled'],
    [
      'a visit that was booked for it, in the words of the list',
      { actualDate: '2026-11-21', visit: { appointmentId: 7, status: 'Confirmed' } },
      'upcoming',
      'Confirmed',
    ],
    [
      'the visit took place and nobody has closed the follow-up yet',
      { actualDate: '2026-11-01', visit: { appointmentId: 7, status: 'Completed' } },
      'past',
      'Completed',
    ],
  ])('%s', (_, more, state, status) => {
    expect(stateOf(one(more), toronto, now)).toBe(state);
    expect(statusOf(one(more))).toBe(status);
  });

  it('becomes overdue at midnight of the facility, not of the device', () => {
    const due = one({ targetDate: '2026-11-20' });
    expect(stateOf(due, toronto, Date.parse('2026-11-21T04:59:59.999Z'))).toBe('upcoming');
    expect(stateOf(due, toronto, Date.parse('2026-11-21T05:00:00Z'))).toBe('overdue');
    expect(stateOf(due, zoneOf('Pacific/Kiritimati'), Date.parse('2026-11-20T10:00:00Z'))).toBe('overdue');
    expect(stateOf(one({ targetDate: '2028-02-29' }), toronto, Date.parse('2028-03-01T04:30:00Z'))).toBe('upcoming');
    expect(stateOf(one({ targetDate: '2026-11-01' }), toronto, Date.parse('2026-11-02T04:59:00Z'))).toBe('upcoming');
  });
});

it.each([
  ['2026-11-06', 'early', 'November'],
  ['2026-11-20', 'middle', 'November'],
  ['2026-11-21', 'late', 'November'],
  ['2027-05-01', 'early', 'May 2027'],
])('a month told alone: %s is %s %s', (targetDate, part, month) => {
  const date = dateOf(one({ targetDate }), toronto);
  if (date === null) throw new Error('no date');
  expect(partOfMonth(date)).toBe(part);
  expect(writtenMonth('en-US', date, now)).toBe(month);
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
      fc.property(
        fc.array(
          fc.record({
            statusDesc: fc.constantFrom('Pending', 'Completed', 'Missed', 'Cancelled'),
            targetDate: dates,
            actualDate: dates,
          }),
        ),
        (given) => {
          const all = plan(given);
          expect(all.appointments.filter((one) => passesFilter(all, one, 'All', now))).toEqual(all.appointments);
          const upcoming = all.appointments.filter((one) => passesFilter(all, one, 'Upcoming', now));
          for (const followUp of all.appointments) {
            expect(upcoming.includes(followUp)).toBe(
              followUp.statusDesc === 'Pending' && stateOf(followUp, toronto, now) === 'upcoming',
            );
          }
        },
      ),
    );
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
  expect(
    zoneNamesOf(
      plan([
        { actualDate: '2026-07-20T15:00:00Z' },
        { actualDate: '2026-12-20T15:00:00Z' },
        { targetDate: '2026-05-01' },
      ]),
    ),
  ).toEqual(['EDT', 'EST']);
  expect(zoneNamesOf(plan([{ actualDate: '2026-07-20T16:00:00Z' }]))).toEqual(['EST']);
});
