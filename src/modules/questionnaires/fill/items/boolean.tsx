import type { Answer } from '@portal/api';
import { type ReactNode, useCallback, useMemo } from 'react';
import { ChoiceGroup } from '../../../../ui/Choices.tsx';
import { useWords } from '../../../../words/index.ts';
import { faultText } from '../faultText.ts';
import { booleanEntries } from '../typed.ts';
import { ClearAnswer } from './ClearAnswer.tsx';
import type { ItemFieldProps, ItemParts } from './itemParts.ts';
import { useQuestionText } from './QuestionText.tsx';
import { useQuestion } from './useQuestion.ts';

const said = (entries: readonly Answer[]): string[] => {
  const isChecked = entries[0]?.isChecked;
  return isChecked === undefined ? [] : [isChecked ? 'yes' : 'no'];
};

function BooleanQuestion({ item, sheet }: ItemFieldProps<'BooleanQuestion'>): ReactNode {
  const words = useWords();
  const { t } = words;
  const { id, entries, fault, change } = useQuestion(sheet, item);
  const legend = useQuestionText(item);
  const options = useMemo(
    () => [
      { value: 'yes', label: t('questionnaires.yes') },
      { value: 'no', label: t('questionnaires.no') },
    ],
    [t],
  );
  const choose = useCallback(
    (next: readonly string[]) => change(booleanEntries(item.questionnaireItemId, next[0] === 'yes')),
    [item, change],
  );
  return (
    <ChoiceGroup
      id={id}
      legend={legend}
      name={id}
      kind="radio"
      sideBySide
      required={item.isRequired}
      error={fault ? faultText(words, fault) : null}
      options={options}
      value={said(entries)}
      onChange={choose}
      trailing={<ClearAnswer item={item} sheet={sheet} entries={entries} />}
    />
  );
}

function BooleanAnswer({ entries }: { entries: readonly Answer[] }): ReactNode {
  const { t } = useWords();
  return t(entries[0]?.isChecked ? 'questionnaires.yes' : 'questionnaires.no');
}

export const booleanQuestion: ItemParts<'BooleanQuestion'> = { Field: BooleanQuestion, Review: BooleanAnswer };
