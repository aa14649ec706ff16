import type { PatientId, UserId } from '@portal/api';
import { actingFor, currentProfile } from '../data/profile.ts';
import { queryClient } from '../data/query/query.ts';
import { remembered } from '../data/remembered.ts';
import { currentSession } from '../data/session.ts';

/** Loads the data of a page of the record in parallel with the page's code, once the person and the patient are known. */
export function prefetch(
  queries: (patientId: PatientId, userId: UserId) => readonly Parameters<typeof queryClient.prefetchQuery>[0][],
): void {
  const patientId = actingFor() ?? remembered()?.patientId ?? null;
  const userId = currentProfile()?.userId ?? remembered()?.userId;
  if (patientId === null || userId === undefined || currentSession()?.mode !== 'online') return;
  for (const query of queries(patientId, userId)) void queryClient.prefetchQuery(query);
}
