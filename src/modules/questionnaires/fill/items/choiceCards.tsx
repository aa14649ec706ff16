import type { ItemOf } from '@portal/api';
import { type ReactNode, useCallback, useMemo } from 'react';
import { ChoiceGroup } from '../../../../ui/Choices.tsx';
import { ContentText } from '../../../../ui/contentLang.tsx';
import { useWords } from '../../../../words/index.ts';
import { type AnswerSheet, useItem } from '../answerSheet.ts';
import { choiceEntries, tickedOptions } from '../typed.ts';
import { controlOptions, optionIds, tickFaultText, useMultiHint } from './choice.tsx';
import { ClearAnswer } from './ClearAnswer.tsx';
import { questionId } from './itemParts.ts';
import { OtherText, tickedOther } from './OtherText.tsx';
import { useQuestionText } from './QuestionText.tsx';

/** A selection as cards, for one choice or several. */
export function ChoiceCards({
  item,
  sheet,
  kiosk,
}: {
  item: ItemOf<'SingleSelectionRadioButtonQuestion'> | ItemOf<'MultiSelectionQuestion'>;
  sheet: AnswerSheet;
  kiosk: boolean;
}): ReactNode {
  const words = useWords();
  const id = item.questionnaireItemId;
  const { entries, fault } = useItem(sheet, id);
  const legend = useQuestionText(item);
  const options = useMemo(
    () => controlOptions(item).map(({ value, label }) => ({ value, label: <ContentText>{label}</ContentText> })),
    [item],
  );
  const hint = useMultiHint(item);
  const isMulti = item.questionnaireItemType === 'MultiSelectionQuestion';
  const change = useCallback(
    (next: readonly string[]) => sheet.change(id, choiceEntries(item, sheet.view(id).entries, optionIds(item, next))),
    [sheet, item, id],
  );
  const ticked = tickedOptions(entries);
  const otherValue = String(tickedOther(item, ticked));
  const renderAfter = useCallback(
    (value: string) => (value === otherValue ? <OtherText item={item} sheet={sheet} /> : null),
    [item, sheet, otherValue],
  );
  return (
    <ChoiceGroup
      id={questionId(id)}
      legend={legend}
      name={questionId(id)}
      kind={isMulti ? 'checkbox' : 'radio'}
      required={item.isRequired}
      hint={hint}
      error={tickFaultText(words, fault)}
      wide={kiosk || isMulti}
      options={options}
      value={ticked.map(String)}
      onChange={change}
      renderAfter={renderAfter}
      trailing={isMulti ? undefined : <ClearAnswer item={item} sheet={sheet} entries={entries} />}
    />
  );
}
