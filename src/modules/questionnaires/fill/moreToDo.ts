import type { AssignedQuestionnaireId, AssignedQuestionnaireSummary } from '@portal/api';
import type { UnsentDraft } from '../../../data/drafts/types.ts';
import { isBegun } from './howFar.ts';

interface LeftToDo {
  readonly one: AssignedQuestionnaireSummary;
  readonly isBegun: boolean;
}

const dueFirst = (a: AssignedQuestionnaireSummary, b: AssignedQuestionnaireSummary): number =>
  (a.dueDate ?? '9999').localeCompare(b.dueDate ?? '9999');

/** The questionnaires that are left after one was sent: those that can be started and were not sent, by due date. */
export const moreToDo = (
  listed: readonly AssignedQuestionnaireSummary[],
  drafts: readonly UnsentDraft[],
  done: AssignedQuestionnaireId,
): LeftToDo[] =>
  listed
    .flatMap((one): LeftToDo[] => {
      const draft = drafts.find((kept) => kept.assignedQuestionnaireId === one.assignedQuestionnaireId);
      const isOnItsWay = draft?.submission === 'waiting' || draft?.submission === 'sending';
      if (one.assignedQuestionnaireId === done || !one.canStartByPatient || isOnItsWay) return [];
      return [{ one, isBegun: isBegun(one, draft) }];
    })
    .toSorted((a, b) => dueFirst(a.one, b.one));
