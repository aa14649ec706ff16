import { AssignedQuestionnaireId, idFromText } from '@portal/api';

/** The questionnaire of an address with `assignedQuestionnaireId`, or null. */
export const questionnaireOf = (search: Readonly<Record<string, string>>): AssignedQuestionnaireId | null =>
  idFromText(AssignedQuestionnaireId, search['assignedQuestionnaireId']);

export const questionnaireSearch = (id: AssignedQuestionnaireId): Record<string, string> => ({
  assignedQuestionnaireId: String(id),
});

export const historySearch: Record<string, string> = { view: 'history' };
