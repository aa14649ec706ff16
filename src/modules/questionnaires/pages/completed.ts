import type { AssignedQuestionnaire } from '@portal/api';
import { onPatientChange } from '../../../data/profile.ts';
import { onSessionEnd } from '../../../data/session.ts';

/** The questionnaire that was just completed, for the page with its score; in memory only. */
let completed: AssignedQuestionnaire | null = null;
const forget = () => {
  completed = null;
};
onSessionEnd(forget);
onPatientChange(forget);

export const showScore = (questionnaire: AssignedQuestionnaire): void => void (completed = questionnaire);

export const justCompleted = (
  id: AssignedQuestionnaire['assignedQuestionnaireId'] | null,
): AssignedQuestionnaire | null => (completed !== null && completed.assignedQuestionnaireId === id ? completed : null);
