import type { Answer } from '@portal/api';
import { type ReactNode, useCallback, useMemo } from 'react';
import { ChoiceGroup } from '../../../../ui/Choices.tsx';
import { useWords } from '../../../../words/index.ts';
import { useItem } from '../answerSheet.ts';
import { faultText } from '../faultText.ts';
import { booleanEntries } from '../typed.ts';
import { ClearAnswer } from './ClearAnswer.tsx';
import { type ItemFieldProps, type ItemParts, questionId } from './itemParts.ts';
import { useQuestionText } from './QuestionText.tsx';

const said = (entries: readonly Answer[]): string[] => {
  const isChecked = entries[0]?.isChecked;
  return isChecked === undefined ? [] : [isChecked ? 'yes' : 'no'];
};

function BooleanQuestion({ item, sheet }: ItemFieldProps<'BooleanQuestion'>): ReactNode {
  const words = useWords();
  const { t } = words;
  const id = item.questionnaireItemId;
  const { entries, fault } = useItem(sheet, id);
  const legend = useQuestionText(item);
  const options = useMemo(
    () => [
      { value: 'yes', label: t('questionnaires.yes') },
      { value: 'no', label: t('questionnaires.no') },
    ],
    [t],
  );
  const change = useCallback(
    (next: readonly string[]) => sheet.change(id, booleanEntries(id, next[0] === 'yes')),
    [id, sheet],
  );
  return (
    <ChoiceGroup
      id={questionId(id)}
      legend={legend}
      name={questionId(id)}
      kind="radio"
      sideBySide
      required={item.isRequired}
      error={fault ? faultText(words, fault) : null}
      options={options}
      value={said(entries)}
      onChange={change}
      trailing={<ClearAnswer item={item} sheet={sheet} entries={entries} />}
    />
  );
}

function BooleanAnswer({ entries }: { entries: readonly Answer[] }): ReactNode {
  const { t } = useWords();
  return t(entries[0]?.isChecked ? 'questionnaires.yes' : 'questionnaires.no');
}

export const booleanQuestion: ItemParts<'BooleanQuestion'> = { Field: BooleanQuestion, Review: BooleanAnswer };
