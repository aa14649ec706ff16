import { countArchivedEducation, listEducation } from '@portal/api';
import type { ReactNode } from 'react';
import { actingFor, useActingFor, useProfile, useRepresented } from '../../../data/profile.ts';
import { queryClient, queryFor } from '../../../data/query/query.ts';
import { remembered } from '../../../data/remembered.ts';
import { currentSession } from '../../../data/session.ts';
import { Education } from '../Education.tsx';
import { listInput } from '../reading.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';

/** Asks for the articles beside the profile. */
export function load(): void {
  const patientId = actingFor() ?? remembered()?.patientId ?? null;
  if (patientId === null || currentSession()?.mode !== 'online') return;
  void Promise.all([
    queryClient.prefetchQuery(queryFor(listEducation, listInput(patientId, false))),
    queryClient.prefetchQuery(queryFor(countArchivedEducation, { params: { patientId } })),
  ]);
}

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
