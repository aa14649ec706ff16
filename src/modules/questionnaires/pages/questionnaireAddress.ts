import { AssignedQuestionnaireId, idFromText } from '@portal/api';

/** The questionnaire of an address with `assignedQuestionnaireId`, or null. */
export const questionnaireOf = (search: Readonly<Record<string, string>>): AssignedQuestionnaireId | null =>
  idFromText(AssignedQuestionnaireId, search['assignedQuestionnaireId']);

/** The query of an address that names a questionnaire. */
export const questionnaireSearch = (id: AssignedQuestionnaireId): Record<string, string> => ({
  assignedQuestionnaireId: String(id),
});

/** The query of the list's address when it shows the history. */
export const historySearch: Record<string, string> = { view: 'history' };
