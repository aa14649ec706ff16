import type { Answer } from '../questionnaireItems.ts';
import { type Fault, isBlank, type ItemRules } from './itemType.ts';

/** Digits after the decimal sign of a number as JavaScript writes it. */
function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).toLowerCase().split('e');
  const fraction = mantissa.split('.')[1]?.length ?? 0;
  return Math.max(0, fraction - Number(exponent));
}

const bounds = (value: number, minimum: number | null, maximum: number | null): Fault | null => {
  if (minimum !== null && value < minimum) return { kind: 'belowMinimum', minimum };
  if (maximum !== null && value > maximum) return { kind: 'aboveMaximum', maximum };
  return null;
};

const numbers = (id: Answer['questionnaireItemId'], entries: readonly Answer[]): Answer[] => {
  const value = entries[0]?.numberAnswer;
  return value === undefined ? [] : [{ questionnaireItemId: id, numberAnswer: value }];
};

const score = (_: unknown, entries: readonly Answer[]): number | null => entries[0]?.numberAnswer ?? null;

export const number: ItemRules<'NumberQuestion'> = {
  takesAnswer: true,
  isAnswered: (_, entries) => entries[0]?.numberAnswer !== undefined || !isBlank(entries[0]?.textAnswer),
  fault: (item, entries) => {
    const value = entries[0]?.numberAnswer;
    if (value === undefined) {
      if (!isBlank(entries[0]?.textAnswer)) return { kind: 'notANumber' };
      return item.isRequired ? { kind: 'required' } : null;
    }
    if (decimalsOf(value) > item.decimals) return { kind: 'tooManyDecimals', decimals: item.decimals };
    return bounds(value, item.minValue, item.maxValue);
  },
  submitted: (item, entries) => numbers(item.questionnaireItemId, entries),
  fits: (_, entries) => entries.every((entry) => entry.numberAnswer !== undefined || entry.textAnswer !== undefined),
  score,
};

export const slider: ItemRules<'SliderQuestion'> = {
  takesAnswer: true,
  isAnswered: (_, entries) => entries[0]?.numberAnswer !== undefined,
  fault: (item, entries) => {
    const value = entries[0]?.numberAnswer;
    if (value === undefined) return item.isRequired ? { kind: 'required' } : null;
    const steps = (value - item.minValue) / item.step;
    // The top end counts as a step even where the span is no multiple of it: a range control can rest there.
    const onStep = Math.abs(steps - Math.round(steps)) < 1e-6 || value === item.maxValue;
    return bounds(value, item.minValue, item.maxValue) ?? (onStep ? null : { kind: 'offStep' });
  },
  submitted: (item, entries) => numbers(item.questionnaireItemId, entries),
  fits: (item, entries) =>
    entries.every(
      (entry) => entry.numberAnswer !== undefined && bounds(entry.numberAnswer, item.minValue, item.maxValue) === null,
    ),
  score,
};
