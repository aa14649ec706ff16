import {
  type AssignedQuestionnaire,
  type AssignedQuestionnaireId,
  deleteDraft,
  getQuestionnaire,
  type PatientId,
  putDraft,
  submitQuestionnaire,
} from '@portal/api';
import { words } from '../../words/store.ts';
import { send } from '../http.ts';
import type { DraftServer } from './draftParts.ts';

/** Questionnaires that were prefetched before their drafts were opened. Each is used once. */
const primed = new Map<string, Promise<AssignedQuestionnaire>>();
/** The language is part of the key: a questionnaire that was prefetched before the account's language was known must be fetched again. */
const primedName = (patientId: PatientId, id: AssignedQuestionnaireId) => `${patientId} ${id} ${words().language}`;

/** Prefetches a questionnaire, in parallel with everything else that its page still needs. */
export function prefetchQuestionnaire(patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId): void {
  const asked = send(getQuestionnaire, { params: { patientId, assignedQuestionnaireId } });
  asked.catch(() => undefined);
  primed.set(primedName(patientId, assignedQuestionnaireId), asked);
}

/** True while the result of `prefetchQuestionnaire` has not been used. */
export const hasPrefetchedQuestionnaire = (patientId: PatientId, id: AssignedQuestionnaireId): boolean =>
  primed.has(primedName(patientId, id));

/** Drops a prefetched questionnaire, because something about it has changed since. */
export const dropPrefetchedQuestionnaire = (patientId: PatientId, id: AssignedQuestionnaireId): void => {
  primed.delete(primedName(patientId, id));
};

function takePrimed(patientId: PatientId, id: AssignedQuestionnaireId): Promise<AssignedQuestionnaire> | undefined {
  const asked = primed.get(primedName(patientId, id));
  primed.clear();
  return asked;
}

export function draftServer(patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId): DraftServer {
  const params = { patientId, assignedQuestionnaireId };
  return {
    load: () => takePrimed(patientId, assignedQuestionnaireId) ?? send(getQuestionnaire, { params }),
    putDraft: (body) => send(putDraft, { params, body }),
    deleteDraft: (discardedAt) => send(deleteDraft, { params, query: { discardedAt } }),
    submit: (key, templateRevision, patientQuestionAnswerList, today) =>
      send(submitQuestionnaire, {
        params,
        headers: { 'idempotency-key': key },
        body: { templateRevision, patientQuestionAnswerList, today },
      }),
  };
}
