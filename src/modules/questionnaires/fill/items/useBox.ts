import type { QuestionnaireItem, RepeatingType } from '@portal/api';
import { useWords } from '../../../../words/index.ts';
import { faultText } from '../faultText.ts';
import type { BoxProps, ItemFieldProps } from './itemParts.ts';
import { useQuestionText } from './QuestionText.tsx';
import { useQuestion } from './useQuestion.ts';

/** The box of a question that takes one answer. */
export function useBox<T extends RepeatingType>({ item, sheet }: ItemFieldProps<T>): BoxProps<T> {
  const words = useWords();
  const { id, entries, fault, change, leave } = useQuestion(sheet, item);
  const { isRequired }: QuestionnaireItem = item;
  return {
    item,
    id,
    label: useQuestionText(item),
    look: 'question',
    required: isRequired,
    error: fault ? faultText(words, fault) : null,
    entries,
    onChange: change,
    onLeave: leave,
  };
}
