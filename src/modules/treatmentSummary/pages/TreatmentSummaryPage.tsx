import { listTreatmentSummary } from '@portal/api';
import type { ReactNode } from 'react';
import { useActingFor } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import { prefetch } from '../../../records/prefetch.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { TreatmentSummary } from '../TreatmentSummary.tsx';

export const load = (): void => prefetch((patientId) => [queryFor(listTreatmentSummary, { params: { patientId } })]);

/** The treatment summary of the patient whose record is open; another patient begins anew. */
export function Page(): ReactNode {
  const patientId = useActingFor();
  if (patientId === null) return null;
  return (
    <>
      <PrintHead patientId={patientId} />
      <TreatmentSummary key={patientId} patientId={patientId} />
    </>
  );
}
