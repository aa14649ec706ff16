import { type Answer, type Fault, type ItemOf, type ListAnswerId, type QuestionnaireItem } from '@portal/api';
import type { ReactNode } from 'react';
import { type Words, useWords } from '../../../../words/index.ts';
import { faultText } from '../faultText.ts';
import { asksForSeveral } from '../multiHint.ts';
import { type MatrixRow, optionsOf } from '../screens.ts';
import { otherTextOf, tickedOptions } from '../typed.ts';

/** What the three kinds of selection share. */

/** An error of the options; the text of an "other" option shows its own. */
export const tickFaultText = (words: Words, fault: Fault | null): string | null =>
  fault && fault.kind !== 'otherTextMissing' && fault.kind !== 'tooLong' ? faultText(words, fault) : null;

/** Options of a control: its values are texts. */
export const controlOptions = (item: MatrixRow): { value: string; label: string }[] =>
  optionsOf(item).map((option) => ({ value: String(option.listAnswerId), label: option.answerText }));

export const optionIds = (item: MatrixRow, values: readonly string[]): ListAnswerId[] =>
  item.listAnswers
    .filter((option) => values.includes(String(option.listAnswerId)))
    .map((option) => option.listAnswerId);

/** The chosen options as text, with the text of "other". */
export function chosenTexts(item: MatrixRow, entries: readonly Answer[]): string[] {
  const ticked = tickedOptions(entries);
  return optionsOf(item)
    .filter((option) => ticked.includes(option.listAnswerId))
    .map((option) => {
      const text = option.isOtherOption ? otherTextOf(entries, option.listAnswerId) : '';
      return text === '' ? option.answerText : `${option.answerText}: ${text}`;
    });
}

export function ChosenAnswer({
  item,
  entries,
}: {
  item:
    | ItemOf<'SingleSelectionRadioButtonQuestion'>
    | ItemOf<'SingleSelectionDropdownQuestion'>
    | ItemOf<'MultiSelectionQuestion'>;
  entries: readonly Answer[];
}): ReactNode {
  const texts = chosenTexts(item, entries);
  if (texts.length < 2) return texts[0] ?? null;
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** A hint for questions with several answers: how many, or "all that apply" unless the question says so itself. */
export function useMultiHint(item: QuestionnaireItem): string | null {
  const { t } = useWords();
  if (item.questionnaireItemType !== 'MultiSelectionQuestion') return null;
  const { least, most } = item.occurs ?? { least: 0, most: null };
  if (most !== null && least >= most) return t('questionnaires.chooseExactly', { count: most });
  if (most !== null && most < item.listAnswers.length)
    return least > 1 ? t('questionnaires.chooseBetween', { least, most }) : t('questionnaires.chooseAtMost', { most });
  if (least > 1) return t('questionnaires.chooseAtLeast', { least });
  return asksForSeveral(item.formattedText) ? null : t('questionnaires.chooseAll');
}
