import { listUpcomingAppointments, type UpcomingAppointment } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { nextBooked } from './nextBooked.ts';

const upcoming = (...items: readonly Partial<UpcomingAppointment>[]): readonly UpcomingAppointment[] =>
  v.parse(
    listUpcomingAppointments.answer,
    items.map((item, at) => ({
      id: at + 1,
      upcomingAppointmentType: 'ExternalAppointment',
      date: '',
      rawDate: '2026-12-01',
      hasTimePart: false,
      timeZoneId: 'America/New_York',
      timeZoneAbbreviation: 'EST',
      shortLocation: null,
      externalAppointmentType: 'Visit',
      status: 'Booked',
      followUpLabel: null,
      followUpLabelParts: null,
      linkedToOtherTypeCount: 0,
      ...item,
    })),
  );
const followUp = { upcomingAppointmentType: 'FollowUpAppointment' } as const;

test('the next visit is the first that was booked; a follow-up that is only recommended is none', () => {
  expect(nextBooked([])).toBeNull();
  expect(nextBooked(upcoming({ ...followUp, status: 'Recommended' }))).toBeNull();
  expect(nextBooked(upcoming({ ...followUp, status: 'Recommended' }, {}, {}))?.id).toBe(2);
  expect(nextBooked(upcoming({ ...followUp, status: 'Scheduled' }, {}))?.id).toBe(1);
});
