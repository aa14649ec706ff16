import { type AssignedQuestionnaire, formOf, loadExpressions, needsExpressions } from '@portal/api';

type WithForm = Parameters<typeof formOf>[0] & Pick<AssignedQuestionnaire, 'formLogic'>;

let isLoaded = false;

/** True when it is already possible to decide which questions the form asks and which answers are sent. */
export const isFormLogicReady = (questionnaire: WithForm): boolean =>
  isLoaded || !needsExpressions(formOf(questionnaire));

/** Resolves once the expressions of a questionnaire can be evaluated; at once when it has none. */
export async function formLogicReady(questionnaire: WithForm): Promise<void> {
  if (isFormLogicReady(questionnaire)) return;
  await loadExpressions();
  isLoaded = true;
}
