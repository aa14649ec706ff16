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

/** Questionnaires that a page has asked for before their drafts were opened; each is taken once. */
const primed = new Map<string, Promise<AssignedQuestionnaire>>();
/** One that was asked for before the account's language was known is in another: it is asked for again. */
const primedName = (patientId: PatientId, id: AssignedQuestionnaireId) => `${patientId} ${id} ${words().language}`;

/** Asks for a questionnaire now, beside everything else that its page still needs. */
export function prefetchQuestionnaire(patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId): void {
  const asked = send(getQuestionnaire, { params: { patientId, assignedQuestionnaireId } });
  asked.catch(() => undefined);
  primed.set(primedName(patientId, assignedQuestionnaireId), asked);
}

/** True while the answer to an earlier `prefetchQuestionnaire` waits to be taken. */
export const isPrimed = (patientId: PatientId, id: AssignedQuestionnaireId): boolean =>
  primed.has(primedName(patientId, id));

/** Lets an answer go that was asked for before something about it was changed. */
export const dropPrimed = (patientId: PatientId, id: AssignedQuestionnaireId): void => {
  primed.delete(primedName(patientId, id));
};

function takePrimed(patientId: PatientId, id: AssignedQuestionnaireId): Promise<AssignedQuestionnaire> | undefined {
  const asked = primed.get(primedName(patientId, id));
  primed.clear();
  return asked;
}

/** The server's calls about one draft. */
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
