import { getNotificationSettings, getPreferences, listAppointments } from '@portal/api';
import type { ReactNode } from 'react';
import { useActingFor, useProfile } from '../data/profile.ts';
import { queryFor } from '../data/query.ts';
import { Appointments, dateFilterPreference } from '../features/appointments/Appointments.tsx';
import { preferenceInput } from '../features/visits/hooks.ts';
import { askAhead } from './askAhead.ts';
import { PrintHead } from './PrintHead.tsx';

export const load = (): void =>
  askAhead((patientId, userId) => [
    queryFor(listAppointments, { params: { patientId } }),
    queryFor(getPreferences, preferenceInput(userId, dateFilterPreference)),
    queryFor(getNotificationSettings, { params: { patientId }, query: { type: 'Appointments' } }),
  ]);

/** The patient's appointments. */
export function Page(): ReactNode {
  const patientId = useActingFor();
  const userId = useProfile()?.userId;
  // Of another patient nothing stays as it was chosen or opened.
  if (patientId === null || userId === undefined) return null;
  return (
    <>
      <PrintHead patientId={patientId} />
      <Appointments key={patientId} patientId={patientId} userId={userId} />
    </>
  );
}
