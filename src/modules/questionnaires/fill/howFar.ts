import type { AssignedQuestionnaireSummary } from '@portal/api';
import type { UnsentDraft } from '../../../data/drafts/types.ts';
import type { Words } from '../../../words/index.ts';

/** True where something was answered, here or elsewhere. A questionnaire that was only opened is started, not continued. */
export const isBegun = (
  { answeredCount }: Pick<AssignedQuestionnaireSummary, 'answeredCount'>,
  draft?: UnsentDraft,
): boolean => draft !== undefined || answeredCount > 0;

/** How many questions are answered, before the first answer how many there are; empty where that is not known. */
export function howFar(
  { t }: Pick<Words, 't'>,
  {
    questionCount: total,
    answeredCount: answered,
  }: Pick<AssignedQuestionnaireSummary, 'questionCount' | 'answeredCount'>,
): string {
  if (total === 0) return '';
  if (answered > 0) return t('questionnaires.toDoAnswered', { answered, total });
  return t('questionnaires.toDoLength', { count: total });
}
