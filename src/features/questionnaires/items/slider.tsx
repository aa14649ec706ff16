import type { Answer, ItemOf } from '@portal/api';
import { type ReactNode, useCallback } from 'react';
import { Question } from '../../../ui/Question.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { formatNumber, useWords } from '../../../words/index.ts';
import { useItem } from '../answerSheet.ts';
import { faultText } from '../faultText.ts';
import { sliderEntries, sliderValue } from '../typed.ts';
import { type ItemFieldProps, type ItemParts, questionId } from './itemParts.ts';
import { useQuestionText } from './QuestionText.tsx';

/** "0, no pain": the number of an end with its words. */
const endLabel = (locale: string, value: number, words: string | null): string => (words ? `${formatNumber(locale, value)}, ${words}` : formatNumber(locale, value));

function SliderQuestion({ item, sheet, kiosk }: ItemFieldProps<'SliderQuestion'>): ReactNode {
  const words = useWords();
  const { locale, t } = words;
  const id = item.questionnaireItemId;
  const { entries, fault } = useItem(sheet, id);
  const label = useQuestionText(item);
  const change = useCallback((value: number) => sheet.change(id, sliderEntries(id, value)), [sheet, id]);
  const value = sliderValue(entries);
  const wrapperId = `${questionId(id)}-whole`;
  return (
    <Question id={wrapperId} label={label} required={item.isRequired} error={fault ? faultText(words, fault) : null}>
      <Slider
        id={questionId(id)}
        labelledBy={`${wrapperId}-label`}
        describedBy={fault ? `${wrapperId}-error` : undefined}
        min={item.minValue}
        max={item.maxValue}
        step={item.step}
        value={value}
        onChange={change}
        minLabel={endLabel(locale, item.minValue, item.minLabel)}
        maxLabel={endLabel(locale, item.maxValue, item.maxLabel)}
        valueText={value === null ? t('questionnaires.notAnsweredYet') : t('questionnaires.sliderValue', { value: formatNumber(locale, value), maximum: formatNumber(locale, item.maxValue) })}
        invalid={fault !== null}
        required={item.isRequired}
        kiosk={kiosk}
      />
    </Question>
  );
}

function SliderAnswer({ item, entries }: { item: ItemOf<'SliderQuestion'>; entries: readonly Answer[] }): ReactNode {
  const { locale, t } = useWords();
  const value = sliderValue(entries);
  return value === null ? null : t('questionnaires.sliderValue', { value: formatNumber(locale, value), maximum: formatNumber(locale, item.maxValue) });
}

export const sliderQuestion: ItemParts<'SliderQuestion'> = { Field: SliderQuestion, Review: SliderAnswer };
