import { isAnswered } from '@portal/api';
import type { AnswerSheet } from '../../src/modules/questionnaires/fill/answerSheet.ts';
import type { QuestionScreen } from '../../src/modules/questionnaires/fill/kioskScreens.ts';

/** The state of one screen. `problem`: cannot be sent as it is. `open`: optional and not answered. */
type ScreenState = 'answered' | 'open' | 'problem';

/** Counts a matrix as one question, as its screen does: one answered row makes it answered. */
export function screenState(
  { answerable, more, sheet: own }: QuestionScreen,
  { faults }: Pick<AnswerSheet, 'faults'>,
): ScreenState {
  const found = faults();
  if (more && found.has(own.slot(more.questionnaireItemId))) return 'problem';
  if (answerable.some(({ slot }) => found.has(slot))) return 'problem';
  if (answerable.length === 0) return 'answered';
  return answerable.some(({ item, sheet }) => isAnswered(item, sheet.view(item.questionnaireItemId).entries))
    ? 'answered'
    : 'open';
}
