import type { PatientId } from '@portal/api';
import type { ReactNode } from 'react';
import { AddContact } from '../EditContact.tsx';
import { RedirectOnce } from '../../../layout/routing/RedirectOnce.tsx';
import { useContactWays, useOwnPatient } from './contactEditing.tsx';
import { PrintHead } from '../../../records/PrintHead.tsx';

export function Page(): ReactNode {
  const patientId = useOwnPatient();
  return patientId === null ? <RedirectOnce path="/" /> : <Adding patientId={patientId} />;
}

function Adding({ patientId }: { patientId: PatientId }): ReactNode {
  return (
    <>
      <PrintHead />
      <AddContact {...useContactWays(patientId, true)} />
    </>
  );
}
