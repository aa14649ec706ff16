import type { Answer, ItemOf } from '@portal/api';
import { type ReactNode, useCallback, useMemo } from 'react';
import { ContentText } from '../../../../ui/contentLang.tsx';
import { FieldGroup } from '../../../../ui/FieldGroup.tsx';
import { Scale } from '../../../../ui/Scale.tsx';
import { mostScaleSteps } from '../../../../ui/scaleLines.ts';
import { Slider } from '../../../../ui/Slider.tsx';
import { stepsOf } from '../../../../ui/sliderKeys.ts';
import { formatNumber, joinFacts, useWords } from '../../../../words/index.ts';
import { faultText } from '../faultText.ts';
import { sliderEntries, sliderValue } from '../typed.ts';
import { ClearAnswer } from './ClearAnswer.tsx';
import type { ItemFieldProps, ItemParts } from './itemParts.ts';
import { useQuestionText } from './QuestionText.tsx';
import { useQuestion } from './useQuestion.ts';

/** "0, no pain": the number of an end with its words. */
const endLabel = (locale: string, value: number, words: string | null): string =>
  joinFacts(locale, [formatNumber(locale, value), words]);

function SliderQuestion({ item, sheet, kiosk }: ItemFieldProps<'SliderQuestion'>): ReactNode {
  const words = useWords();
  const { locale, t } = words;
  const { id, entries, fault, change } = useQuestion(sheet, item);
  const label = useQuestionText(item);
  const choose = useCallback((next: number) => change(sliderEntries(item.questionnaireItemId, next)), [item, change]);
  const value = sliderValue(entries);
  const wrapperId = `${id}-whole`;
  const { minValue, maxValue, step } = item;
  const steps = useMemo(
    () => stepsOf({ min: minValue, max: maxValue, step }, mostScaleSteps),
    [minValue, maxValue, step],
  );
  const common = {
    id,
    labelledBy: `${wrapperId}-label`,
    describedBy: fault ? `${wrapperId}-error` : undefined,
    value,
    onChange: choose,
    invalid: fault !== null,
  };
  return (
    <FieldGroup id={wrapperId} label={label} required={item.isRequired} error={fault ? faultText(words, fault) : null}>
      {steps ? (
        <Scale
          {...common}
          steps={steps}
          minLabel={item.minLabel && <ContentText>{item.minLabel}</ContentText>}
          maxLabel={item.maxLabel && <ContentText>{item.maxLabel}</ContentText>}
          required={item.isRequired}
          kiosk={kiosk}
        />
      ) : (
        <Slider
          {...common}
          min={minValue}
          max={maxValue}
          step={step}
          minLabel={<ContentText>{endLabel(locale, minValue, item.minLabel)}</ContentText>}
          maxLabel={<ContentText>{endLabel(locale, maxValue, item.maxLabel)}</ContentText>}
          valueText={
            value === null
              ? t('questionnaires.notAnsweredYet')
              : t('questionnaires.sliderValue', {
                  value: formatNumber(locale, value),
                  maximum: formatNumber(locale, item.maxValue),
                })
          }
        />
      )}
      <ClearAnswer item={item} sheet={sheet} entries={entries} />
    </FieldGroup>
  );
}

function SliderAnswer({ item, entries }: { item: ItemOf<'SliderQuestion'>; entries: readonly Answer[] }): ReactNode {
  const { locale, t } = useWords();
  const value = sliderValue(entries);
  return value === null
    ? null
    : t('questionnaires.sliderValue', {
        value: formatNumber(locale, value),
        maximum: formatNumber(locale, item.maxValue),
      });
}

export const sliderQuestion: ItemParts<'SliderQuestion'> = { Field: SliderQuestion, Review: SliderAnswer };
