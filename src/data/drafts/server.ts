import { type AssignedQuestionnaireId, deleteDraft, getQuestionnaire, type PatientId, putDraft, submitQuestionnaire } from '@portal/api';
import { send } from '../http.ts';
import type { SheetClock, SheetServer } from './sheet.ts';

/** The server's calls about one draft. */
export function draftServer(patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId): SheetServer {
  const params = { patientId, assignedQuestionnaireId };
  return {
    load: () => send(getQuestionnaire, { params }),
    putDraft: (body) => send(putDraft, { params, body }),
    deleteDraft: (discardedAt) => send(deleteDraft, { params, query: { discardedAt } }),
    submit: (key, templateRevision, patientQuestionAnswerList) =>
      send(submitQuestionnaire, { params, headers: { 'idempotency-key': key }, body: { templateRevision, patientQuestionAnswerList } }),
  };
}

export const browserClock: SheetClock = {
  wall: () => Date.now(),
  later(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
