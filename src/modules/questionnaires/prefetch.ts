import { type AssignedQuestionnaireSummary, type PatientId, getQuestionnaire } from '@portal/api';
import { send } from '../../data/http.ts';
import { keyOf, queryClient } from '../../data/query/query.ts';

/** The most questionnaires to prefetch, so that a long list does not cause hundreds of requests. */
const atMost = 10;

/**
 * Fetches the questionnaires of a list ahead of time, one after the other, so that they open if the connection is lost. They do not count
 * as opened. Stops at the first failure; cached ones are not loaded again.
 */
export async function prefetchQuestionnaires(
  patientId: PatientId,
  current: readonly AssignedQuestionnaireSummary[],
  signal: AbortSignal,
): Promise<void> {
  for (const { assignedQuestionnaireId, canStartByPatient } of current.slice(0, atMost)) {
    const params = { patientId, assignedQuestionnaireId };
    const queryKey = keyOf(getQuestionnaire, { params });
    if (signal.aborted) return;
    if (!canStartByPatient || queryClient.getQueryData(queryKey) !== undefined) continue;
    try {
      queryClient.setQueryData(queryKey, await send(getQuestionnaire, { params, query: { ahead: 'true' }, signal }));
    } catch {
      return;
    }
  }
}
