import { type ReactNode, useCallback, useMemo } from 'react';
import { useContentLang } from '../../../../ui/contentLang.tsx';
import { SelectField } from '../../../../ui/Field.tsx';
import { useWords } from '../../../../words/index.ts';
import { choiceEntries, tickedOptions } from '../typed.ts';
import { ChosenAnswer, controlOptions, optionIds, tickFaultText } from './choice.tsx';
import type { ItemFieldProps, ItemParts } from './itemParts.ts';
import { OtherText } from './OtherText.tsx';
import { useQuestionText } from './QuestionText.tsx';
import { useQuestion } from './useQuestion.ts';

function DropdownQuestion({ item, sheet }: ItemFieldProps<'SingleSelectionDropdownQuestion'>): ReactNode {
  const words = useWords();
  const { id, entries, fault, change, leave } = useQuestion(sheet, item);
  const label = useQuestionText(item);
  const lang = useContentLang();
  const options = useMemo(() => controlOptions(item).map((option) => ({ ...option, lang })), [item, lang]);
  const choose = useCallback(
    (next: string) =>
      change(choiceEntries(item, sheet.view(item.questionnaireItemId).entries, optionIds(item, [next]))),
    [sheet, item, change],
  );
  return (
    <>
      <SelectField
        id={id}
        look="question"
        label={label}
        required={item.isRequired}
        error={tickFaultText(words, fault)}
        options={options}
        placeholder={words.t('questionnaires.chooseOne')}
        value={String(tickedOptions(entries)[0] ?? '')}
        onChange={choose}
        onBlur={leave}
      />
      <OtherText item={item} sheet={sheet} />
    </>
  );
}

export const dropdownQuestion: ItemParts<'SingleSelectionDropdownQuestion'> = {
  Field: DropdownQuestion,
  Review: ChosenAnswer,
};
