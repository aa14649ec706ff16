import type { ListAnswerId } from '@portal/api';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { ChoiceGroup } from '../../../../ui/Choices.tsx';
import { ContentText } from '../../../../ui/contentLang.tsx';
import { VisuallyHidden } from '../../../../ui/VisuallyHidden.tsx';
import { type Words, useWords } from '../../../../words/index.ts';
import { type MatrixRow, optionsOf } from '../screens.ts';
import { choiceEntries, tickedOptions } from '../typed.ts';
import { ChosenAnswer, optionIds, tickFaultText, useMultiHint } from './choice.tsx';
import { ClearAnswer } from './ClearAnswer.tsx';
import { fitInRow } from './inRow.ts';
import type { ItemFieldProps } from './itemParts.ts';
import { OtherText, tickedOther } from './OtherText.tsx';
import { ItemPicture, useQuestionText } from './QuestionText.tsx';
import { useQuestion } from './useQuestion.ts';

/** The text for a screen reader when a tick removed others; null otherwise. */
function untickedText(
  { t }: Words,
  item: MatrixRow,
  wanted: readonly ListAnswerId[],
  ticked: readonly ListAnswerId[],
): string | null {
  const gone = item.listAnswers.filter(
    ({ listAnswerId }) => wanted.includes(listAnswerId) && !ticked.includes(listAnswerId),
  );
  const [alone] = item.listAnswers.filter(({ listAnswerId }) => ticked.includes(listAnswerId));
  if (gone.length === 0) return null;
  const [first] = gone;
  return first?.isExclusive
    ? t('questionnaires.noLongerChosen', { option: first.answerText })
    : t('questionnaires.onlyThisChosen', { option: alone?.answerText ?? '' });
}

/** A selection as cards, for one choice or several. */
function ChoiceCards({
  item,
  sheet,
  kiosk,
}: ItemFieldProps<'SingleSelectionRadioButtonQuestion'> | ItemFieldProps<'MultiSelectionQuestion'>): ReactNode {
  const words = useWords();
  const { id, entries, fault, change } = useQuestion(sheet, item);
  const [unticked, setUnticked] = useState<string | null>(null);
  const legend = useQuestionText(item);
  const options = useMemo(
    () =>
      optionsOf(item).map(({ listAnswerId, answerText, image }) => ({
        value: String(listAnswerId),
        label: (
          <>
            <ContentText>{answerText}</ContentText>
            {image ? <ItemPicture image={image} /> : null}
          </>
        ),
      })),
    [item],
  );
  const hint = useMultiHint(item);
  const isMulti = item.questionnaireItemType === 'MultiSelectionQuestion';
  const isInRow =
    !isMulti &&
    item.isHorizontal === true &&
    item.listAnswers.every(({ isOtherOption, image }) => !isOtherOption && !image) &&
    fitInRow(item.listAnswers.map(({ answerText }) => answerText));
  const choose = useCallback(
    (next: readonly string[]) => {
      const wanted = optionIds(item, next);
      const after = choiceEntries(item, sheet.view(item.questionnaireItemId).entries, wanted);
      change(after);
      setUnticked(untickedText(words, item, wanted, tickedOptions(after)));
    },
    [sheet, item, change, words],
  );
  const ticked = tickedOptions(entries);
  const otherValue = String(tickedOther(item, ticked));
  const renderAfter = useCallback(
    (value: string) => (value === otherValue ? <OtherText item={item} sheet={sheet} /> : null),
    [item, sheet, otherValue],
  );
  return (
    <ChoiceGroup
      id={id}
      legend={legend}
      name={id}
      kind={isMulti ? 'checkbox' : 'radio'}
      required={item.isRequired}
      hint={hint}
      error={tickFaultText(words, fault)}
      wide={(kiosk || isMulti) && !isInRow}
      inRow={isInRow}
      options={options}
      value={ticked.map(String)}
      onChange={choose}
      renderAfter={renderAfter}
      trailing={
        isMulti ? (
          <VisuallyHidden>
            <span role="status">{unticked}</span>
          </VisuallyHidden>
        ) : (
          <ClearAnswer item={item} sheet={sheet} entries={entries} />
        )
      }
    />
  );
}

/** The parts of both types that are shown as cards. */
export const cardsQuestion = { Field: ChoiceCards, Review: ChosenAnswer };
