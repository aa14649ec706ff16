import type { AssignedQuestionnaire, AssignedQuestionnaireId, PatientId } from '@portal/api';

/** A completion that the server has confirmed. */
export interface AnswersSent {
  readonly patientId: PatientId;
  readonly completed: AssignedQuestionnaire;
  /** Names of the calls whose answers are stale now. */
  readonly makesStale: readonly string[];
}

const sentListeners = new Set<(sent: AnswersSent) => void>();
type QuestionnaireSource = (patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId) => AssignedQuestionnaire | null;
let source: QuestionnaireSource = () => null;

/** Calls back after each confirmed completion, whoever sent it. Returns the way to stop. */
export function whenAnswersSent(listener: (sent: AnswersSent) => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

export const tellAnswersSent = (sent: AnswersSent): void => {
  for (const listener of sentListeners) listener(sent);
};

/** Names where an already fetched questionnaire can be found, so that drafts open without a network and without a query library. */
export const setQuestionnaireSource = (next: QuestionnaireSource): void => { source = next; };
export const fetchedQuestionnaire: QuestionnaireSource = (patientId, assignedQuestionnaireId) => source(patientId, assignedQuestionnaireId);
