import type { PatientId } from '@portal/api';
import type { ReactNode } from 'react';
import { AddContact } from '../features/contacts/EditContact.tsx';
import { GoTo } from '../shell/GoTo.tsx';
import { useContactWays, useOwnPatient } from './contactWays.tsx';
import { PrintHead } from './PrintHead.tsx';

/** A new personal contact. */
export function Page(): ReactNode {
  const patientId = useOwnPatient();
  return patientId === null ? <GoTo path="/" /> : <Adding patientId={patientId} />;
}

function Adding({ patientId }: { patientId: PatientId }): ReactNode {
  return (
    <>
      <PrintHead />
      <AddContact {...useContactWays(patientId, true)} />
    </>
  );
}
