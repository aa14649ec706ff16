import type { AssignedQuestionnaire, AssignedQuestionnaireId, PatientId } from '@portal/api';
import { createEvents } from '../../words/smallStore.ts';

/** A completion that the server has confirmed. */
export interface AnswersSent {
  readonly patientId: PatientId;
  readonly completed: AssignedQuestionnaire;
  /** Names of the calls whose answers are now stale. */
  readonly invalidates: readonly string[];
}

const sent = createEvents<[AnswersSent]>();

type QuestionnaireSource = (
  patientId: PatientId,
  assignedQuestionnaireId: AssignedQuestionnaireId,
) => AssignedQuestionnaire | null;
let source: QuestionnaireSource = () => null;

/** Calls back after each confirmed completion, from this page or the outbox. Returns the function that stops it. */
export const whenAnswersSent = sent.on;

export const tellAnswersSent = sent.emit;

/** Sets where an already fetched questionnaire is found, so that drafts open without a network and without the query library. */
export const setQuestionnaireSource = (next: QuestionnaireSource): void => {
  source = next;
};
/** The same for questionnaires in the offline copy, which only the portal has. Never rejects. */
type KeptQuestionnaires = (
  patientId: PatientId,
  assignedQuestionnaireId: AssignedQuestionnaireId,
) => Promise<AssignedQuestionnaire | null>;
let keptSource: KeptQuestionnaires = () => Promise.resolve(null);
export const setKeptQuestionnaires = (next: KeptQuestionnaires): void => {
  keptSource = next;
};
export const keptQuestionnaire: KeptQuestionnaires = (patientId, assignedQuestionnaireId) =>
  keptSource(patientId, assignedQuestionnaireId);

export const fetchedQuestionnaire: QuestionnaireSource = (patientId, assignedQuestionnaireId) =>
  source(patientId, assignedQuestionnaireId);
