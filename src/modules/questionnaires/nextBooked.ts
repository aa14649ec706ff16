import type { UpcomingAppointment } from '@portal/api';

/** The next visit; a follow-up that is only recommended is not booked. */
export const nextBooked = (upcoming: readonly UpcomingAppointment[]): UpcomingAppointment | null =>
  upcoming.find(
    ({ upcomingAppointmentType, status }) =>
      upcomingAppointmentType !== 'FollowUpAppointment' || status !== 'Recommended',
  ) ?? null;
