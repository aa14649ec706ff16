import type { Answer, QuestionnaireItem } from '@portal/api';
import { questionnaireOf } from './data/questionnaire.ts';
import { type AnswerSheet, openAnswerSheet } from '../../src/modules/questionnaires/fill/answerSheet.ts';

/** The answer sheet of a questionnaire with these items; `written` is called with every change. */
export const sheetOf = (
  items: readonly QuestionnaireItem[],
  answers: readonly Answer[] = [],
  written: (answers: readonly Answer[]) => void = () => undefined,
): AnswerSheet => openAnswerSheet({ questionnaire: questionnaireOf(items), answers, write: written });
