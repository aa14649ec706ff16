import { type ContactId, type PatientId, listContacts } from '@portal/api';
import type { ReactNode } from 'react';
import { actingFor } from '../../../data/profile.ts';
import { queryClient, queryFor } from '../../../data/query/query.ts';
import { currentSession } from '../../../data/session.ts';
import { EditContact } from '../EditContact.tsx';
import { RedirectOnce } from '../../../layout/routing/RedirectOnce.tsx';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { contactOf, useContactWays, useOwnPatient } from './contactEditing.tsx';
import { PrintHead } from '../../../records/PrintHead.tsx';

/** Asks for the contacts beside the page. */
export function load(): void {
  const patientId = actingFor();
  if (patientId !== null && currentSession()?.mode === 'online')
    void queryClient.prefetchQuery(queryFor(listContacts, { params: { patientId } }));
}

/** A personal contact, to be changed; the address names it and nothing else. */
export function Page(): ReactNode {
  const patientId = useOwnPatient();
  const contactId = contactOf(useSearchTexts());
  return patientId === null || contactId === null ? (
    <RedirectOnce path="/" />
  ) : (
    <Editing key={contactId} patientId={patientId} contactId={contactId} />
  );
}

function Editing({ patientId, contactId }: { patientId: PatientId; contactId: ContactId }): ReactNode {
  return (
    <>
      <PrintHead />
      <EditContact contactId={contactId} {...useContactWays(patientId, false)} />
    </>
  );
}
