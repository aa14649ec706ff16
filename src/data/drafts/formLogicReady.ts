import {
  type AssignedQuestionnaire,
  formOf,
  loadExpressions,
  loadSignedTexts,
  needsExpressions,
  needsSignedTexts,
} from '@portal/api';

type WithForm = Parameters<typeof formOf>[0] & Pick<AssignedQuestionnaire, 'formLogic'>;

let hasExpressions = false;
let hasSignedTexts = false;

/** True when it is already possible to decide which questions the form asks, which answers are sent, and what is wrong with them. */
export function isFormLogicReady(questionnaire: WithForm): boolean {
  const form = formOf(questionnaire);
  return (hasExpressions || !needsExpressions(form)) && (hasSignedTexts || !needsSignedTexts(form));
}

/** Resolves once the expressions and signatures of a questionnaire can be evaluated; at once when it has none. */
export async function formLogicReady(questionnaire: WithForm): Promise<void> {
  if (isFormLogicReady(questionnaire)) return;
  const form = formOf(questionnaire);
  if (needsExpressions(form)) {
    await loadExpressions();
    hasExpressions = true;
  }
  if (needsSignedTexts(form)) {
    await loadSignedTexts();
    hasSignedTexts = true;
  }
}
