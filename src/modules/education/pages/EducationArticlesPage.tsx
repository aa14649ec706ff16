import { countArchivedEducation, listEducation } from '@portal/api';
import type { ReactNode } from 'react';
import { useActingFor, useProfile, useRepresented } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import { Education } from '../Education.tsx';
import { listInput } from '../reading.ts';
import { prefetch } from '../../../records/prefetch.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';

export const load = (): void =>
  prefetch((patientId) => [
    queryFor(listEducation, listInput(patientId, false)),
    queryFor(countArchivedEducation, { params: { patientId } }),
  ]);

/** The education articles of the patient; another patient begins anew. */
export function Page(): ReactNode {
  const patientId = useActingFor();
  const userId = useProfile()?.userId;
  const isOwn = useRepresented() === null;
  if (patientId === null || userId === undefined) return null;
  return (
    <>
      <PrintHead />
      <Education key={patientId} patientId={patientId} userId={userId} isOwn={isOwn} />
    </>
  );
}
