import { AssignedQuestionnaireId } from '@portal/api';
import * as v from 'valibot';

const FromText = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), AssignedQuestionnaireId);

/** The questionnaire of an address with `assignedQuestionnaireId`, or null. */
export function questionnaireOf(search: Readonly<Record<string, string>>): AssignedQuestionnaireId | null {
  const parsed = v.safeParse(FromText, search['assignedQuestionnaireId']);
  return parsed.success ? parsed.output : null;
}

/** The query of an address that names a questionnaire. */
export const questionnaireSearch = (id: AssignedQuestionnaireId): Record<string, string> => ({
  assignedQuestionnaireId: String(id),
});

/** The query of the list's address when it shows the history. */
export const historySearch: Record<string, string> = { view: 'history' };
