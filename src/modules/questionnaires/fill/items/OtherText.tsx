import { type ListAnswerId, isBlank } from '@portal/api';
import { type ReactNode, useCallback } from 'react';
import { TextField } from '../../../../ui/Field.tsx';
import { useWords } from '../../../../words/index.ts';
import type { AnswerSheet } from '../answerSheet.ts';
import { faultText } from '../faultText.ts';
import type { MatrixRow } from '../screens.ts';
import { otherTextEntries, otherTextOf, tickedOptions } from '../typed.ts';
import { otherTextId } from './itemParts.ts';
import { useQuestion } from './useQuestion.ts';

/** The ticked "other" option of a selection, or null. */
export function tickedOther(item: MatrixRow, ticked: readonly ListAnswerId[]): ListAnswerId | null {
  return (
    item.listAnswers.find((option) => option.isOtherOption && ticked.includes(option.listAnswerId))?.listAnswerId ??
    null
  );
}

/** "Please say which", beneath a selection whose "other" option is ticked (specification 2, section 5). */
export function OtherText({ item, sheet }: { item: MatrixRow; sheet: AnswerSheet }): ReactNode {
  const words = useWords();
  const id = item.questionnaireItemId;
  const { entries, fault, change, leave } = useQuestion(sheet, item);
  const option = tickedOther(item, tickedOptions(entries));
  const say = useCallback(
    (typed: string) => {
      if (option !== null) change(otherTextEntries(item, sheet.view(id).entries, option, typed));
    },
    [sheet, item, id, option, change],
  );
  if (option === null) return null;
  const isAtFault =
    fault?.kind === 'otherTextMissing' || (fault?.kind === 'tooLong' && !isBlank(otherTextOf(entries, option)));
  return (
    <TextField
      id={otherTextId(id, sheet.rowPath)}
      label={words.t('questionnaires.pleaseSayWhich')}
      required
      error={isAtFault && fault ? faultText(words, fault) : null}
      autoComplete="off"
      value={otherTextOf(entries, option)}
      onChange={say}
      onBlur={leave}
    />
  );
}
