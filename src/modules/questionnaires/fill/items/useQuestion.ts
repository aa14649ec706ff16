import type { Answer, Fault, QuestionnaireItem } from '@portal/api';
import { useCallback } from 'react';
import { whenReleased } from '../../../../ui/form/press.ts';
import { type AnswerSheet, useItem } from '../answerSheet.ts';
import { inRow } from '../typed.ts';
import { questionId } from './itemParts.ts';

/** A question as its control needs it, in whichever row of a group the sheet is. */
interface QuestionControl {
  /** The id of its control or group. */
  readonly id: string;
  readonly entries: readonly Answer[];
  readonly fault: Fault | null;
  readonly change: (next: readonly Answer[]) => void;
  readonly leave: () => void;
}

/** The answer to a question and how it changes; renders again only when that question changed. */
export function useQuestion(sheet: AnswerSheet, item: QuestionnaireItem): QuestionControl {
  const { questionnaireItemId } = item;
  const { entries, fault } = useItem(sheet, questionnaireItemId);
  const change = useCallback(
    (next: readonly Answer[]) => sheet.change(questionnaireItemId, inRow(sheet.rowPath, next)),
    [sheet, questionnaireItemId],
  );
  // Shows the error after the press, because it would move the pressed control away from the finger.
  const leave = useCallback(() => whenReleased(() => sheet.leave(questionnaireItemId)), [sheet, questionnaireItemId]);
  return { id: questionId(questionnaireItemId, sheet.rowPath), entries, fault, change, leave };
}
