import type { UpcomingAppointment } from '@portal/api';

/** The next visit that there is; a follow-up that is only recommended is none yet. */
export const nextBooked = (upcoming: readonly UpcomingAppointment[]): UpcomingAppointment | null =>
  upcoming.find(
    ({ upcomingAppointmentType, status }) =>
      upcomingAppointmentType !== 'FollowUpAppointment' || status !== 'Recommended',
  ) ?? null;
