import { multilineRows } from '@portal/api';
import { type ReactNode, useCallback } from 'react';
import { TextArea, TextField } from '../../../../ui/Field.tsx';
import { useWords } from '../../../../words/index.ts';
import { useItem } from '../answerSheet.ts';
import { faultText } from '../faultText.ts';
import { textEntries, typedText } from '../typed.ts';
import { type ItemFieldProps, type ItemParts, questionId } from './itemParts.ts';
import { useQuestionText } from './QuestionText.tsx';

function TextQuestion({ item, sheet }: ItemFieldProps<'TextQuestion'>): ReactNode {
  const words = useWords();
  const id = item.questionnaireItemId;
  const { entries, fault } = useItem(sheet, id);
  const label = useQuestionText(item);
  const change = useCallback((typed: string) => sheet.change(id, textEntries(id, typed)), [sheet, id]);
  const leave = useCallback(() => sheet.leave(id), [sheet, id]);
  const common = {
    id: questionId(id),
    look: 'question',
    label,
    required: item.isRequired,
    error: fault ? faultText(words, fault) : null,
    value: typedText(entries),
    onChange: change,
    onBlur: leave,
    autoComplete: 'off',
  } as const;
  return item.isMultiline ? (
    <TextArea {...common} rows={multilineRows} limit={item.maxLength} />
  ) : (
    <TextField {...common} />
  );
}

export const textQuestion: ItemParts<'TextQuestion'> = {
  Field: TextQuestion,
  Review: ({ entries }) => typedText(entries),
};
