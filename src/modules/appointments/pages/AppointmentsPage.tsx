import { AppointmentId, idFromText, getNotificationSettings, getPreferences, listAppointments } from '@portal/api';
import { type ReactNode, useCallback, useRef } from 'react';
import { useActingFor, useProfile } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import { useLink } from '../../../layout/routing/useLink.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { useLinkTo } from '../../../layout/signedIn/useLinkTo.ts';
import { useToDoEntries } from '../../../layout/signedIn/useToDoEntries.ts';
import { useAllowance } from '../../../layout/signedIn/allowance.ts';
import { preferenceInput } from '../../../records/usePreference.ts';
import { useReturnToRow } from '../../../records/list/useReturnToRow.ts';
import { prefetch } from '../../../records/prefetch.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { Appointments } from '../Appointments.tsx';
import { dateFilterPreference } from '../preferences.ts';
import { OneVisit, type OneVisitProps } from '../OneVisit.tsx';
import type { MessageLink } from '../VisitPerson.tsx';

export const load = (): void =>
  prefetch((patientId, userId) => [
    queryFor(listAppointments, { params: { patientId } }),
    queryFor(getPreferences, preferenceInput(userId, dateFilterPreference)),
    queryFor(getNotificationSettings, { params: { patientId }, query: { type: 'Appointments' } }),
  ]);

/** The patient's appointments, or the one that the address names. */
export function Page(): ReactNode {
  const patientId = useActingFor();
  const userId = useProfile()?.userId;
  const link = useLink();
  const { has } = useAllowance();
  const linkTo = useLinkTo();
  const { id } = useSearchTexts();
  const linkToVisit = useCallback((to: AppointmentId) => link('/appointments', { id: String(to) }).props, [link]);
  const list = useRef<HTMLDivElement>(null);
  useReturnToRow(list, id ?? null);
  // Another patient gets a new component, without the earlier choices.
  if (patientId === null || userId === undefined) return null;
  const request = has('Dashboard.RequestNewAppointment') ? linkTo('/contact-us') : null;
  return (
    <>
      <PrintHead patientId={patientId} />
      {id === undefined ? (
        <div ref={list} tabIndex={-1}>
          <Appointments
            key={patientId}
            patientId={patientId}
            userId={userId}
            linkTo={linkToVisit}
            request={request}
            settings={linkTo('/notification-settings')}
          />
        </div>
      ) : (
        <Visit key={patientId} patientId={patientId} id={id} request={request} />
      )}
    </>
  );
}

function Visit({ patientId, id, request }: Pick<OneVisitProps, 'patientId' | 'request'> & { id: string }): ReactNode {
  const link = useLink();
  const linkTo = useLinkTo();
  const { has } = useAllowance();
  const toDo = useToDoEntries(patientId, { forVisit: true });
  const messageTo: MessageLink = (to) => linkTo('/secure-message', { careProviderId: String(to) });
  return (
    <OneVisit
      patientId={patientId}
      id={idFromText(AppointmentId, id)}
      list={link('/appointments').props}
      request={request}
      toDo={toDo?.entries ?? []}
      messageTo={has('Dashboard.CareTeam') ? messageTo : null}
      write={linkTo('/secure-message')}
    />
  );
}
