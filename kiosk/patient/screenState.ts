import { faultOf, isAnswered } from '@portal/api';
import type { AnswerSheet } from '../../src/modules/questionnaires/fill/answerSheet.ts';
import type { QuestionScreen } from '../../src/modules/questionnaires/fill/screens.ts';

/** How one screen stands: `problem` cannot be sent as it is, an optional one that nothing was said to is `open`. */
export type ScreenState = 'answered' | 'open' | 'problem';

/** Counts a matrix as one question, as its screen does; any row that was answered makes it answered. */
export function screenState({ answerable }: QuestionScreen, sheet: Pick<AnswerSheet, 'items' | 'view'>): ScreenState {
  const here = sheet.items.filter((item) => answerable.includes(item.questionnaireItemId));
  if (here.some((item) => faultOf(item, sheet.view(item.questionnaireItemId).entries) !== null)) return 'problem';
  if (here.length === 0 || here.some((item) => isAnswered(item, sheet.view(item.questionnaireItemId).entries)))
    return 'answered';
  return 'open';
}
