import { expect, test } from 'vitest';
import { items } from './toDo.ts';

const facts = {
  t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' '),
  locale: 'en-US',
  now: Date.parse('2026-11-20T17:00:00Z'),
  timeZone: 'America/New_York',
  unsent: [],
  unsentMessages: [],
};
const followUp = (ptFollowUpAppointmentId: number, label: string, more: object) => ({
  ptFollowUpAppointmentId,
  label,
  provider: null,
  actualDate: null,
  targetDate: null,
  statusDesc: 'Pending',
  hasTimePart: false,
  durationMinutes: null,
  visit: null,
  tasks: [],
  ...more,
});

test('overdue follow-ups are to be asked for; not what was cancelled, booked or is still to come', () => {
  const plan = {
    startDate: null,
    memoToPatient: null,
    taskNames: [],
    templates: [],
    timeZoneId: 'America/New_York',
    timeZoneAbbreviation: 'EST',
    appointments: [
      followUp(1, 'Six month visit', { targetDate: '2026-10-02' }),
      followUp(2, 'Nutrition counselling', { targetDate: '2026-10-11', statusDesc: 'Cancelled' }),
      followUp(3, 'Nine month visit', { targetDate: '2026-10-12', visit: { appointmentId: 9, status: 'Completed' } }),
      followUp(4, 'Bone density test', { targetDate: '2026-11-26' }),
    ],
  };
  expect(items([plan], facts)).toMatchObject([
    {
      title: 'Six month visit',
      badge: 'records.visitOverdue',
      line: 'followUpPlan.toDoSince October',
      day: '2026-10-02',
      action: { kind: 'page', path: '/contact-us', needsConnection: true },
    },
  ]);
  expect(items([], facts)).toEqual([]);
});
