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

/** The answers of `getQuestionnaire` that this tab already has. The caller parses them. */
type FetchedQuestionnaires = (
  patientId: PatientId,
  assignedQuestionnaireId: AssignedQuestionnaireId,
) => readonly unknown[];
let fetched: FetchedQuestionnaires = () => [];

/** Calls back after each confirmed completion, from this page or the outbox. Returns the function that stops it. */
export const whenAnswersSent = sent.on;

export const tellAnswersSent = sent.emit;

/** Sets where already fetched questionnaires are found, so that drafts open without a network and without the query library. */
export const setFetchedQuestionnaires = (next: FetchedQuestionnaires): void => {
  fetched = next;
};
export const fetchedQuestionnaires: FetchedQuestionnaires = (patientId, assignedQuestionnaireId) =>
  fetched(patientId, assignedQuestionnaireId);

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
