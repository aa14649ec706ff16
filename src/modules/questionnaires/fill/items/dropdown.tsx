import { type ReactNode, useCallback, useMemo } from 'react';
import { useContentLang } from '../../../../ui/contentLang.tsx';
import { SelectField } from '../../../../ui/Field.tsx';
import { useWords } from '../../../../words/index.ts';
import { useItem } from '../answerSheet.ts';
import { choiceEntries, tickedOptions } from '../typed.ts';
import { ChosenAnswer, controlOptions, optionIds, tickFaultText } from './choice.tsx';
import { type ItemFieldProps, type ItemParts, questionId } from './itemParts.ts';
import { OtherText } from './OtherText.tsx';
import { useQuestionText } from './QuestionText.tsx';

function DropdownQuestion({ item, sheet }: ItemFieldProps<'SingleSelectionDropdownQuestion'>): ReactNode {
  const words = useWords();
  const id = item.questionnaireItemId;
  const { entries, fault } = useItem(sheet, id);
  const label = useQuestionText(item);
  const lang = useContentLang();
  const options = useMemo(() => controlOptions(item).map((option) => ({ ...option, lang })), [item, lang]);
  const change = useCallback(
    (next: string) => sheet.change(id, choiceEntries(item, sheet.view(id).entries, optionIds(item, [next]))),
    [sheet, item, id],
  );
  const leave = useCallback(() => sheet.leave(id), [sheet, id]);
  return (
    <>
      <SelectField
        id={questionId(id)}
        look="question"
        label={label}
        required={item.isRequired}
        error={tickFaultText(words, fault)}
        options={options}
        placeholder={words.t('questionnaires.chooseOne')}
        value={String(tickedOptions(entries)[0] ?? '')}
        onChange={change}
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
