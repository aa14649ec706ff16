import type { Answer, ItemOf } from '../questionnaireItems.ts';
import { type Fault, isBlank, type ItemRules, placeOf } from './itemType.ts';
import { repeatingRules } from './repeating.ts';

/** Digits after the decimal point of a number as JavaScript writes it. */
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

/** True for an entry without any number text, not even an invalid one. */
export const isNumberEmpty = (entry: Answer): boolean => entry.numberAnswer === undefined && isBlank(entry.textAnswer);

/** What is wrong with an entry that is not empty. */
export function numberFault(
  item: { readonly minValue: number | null; readonly maxValue: number | null; readonly decimals: number },
  { numberAnswer }: Answer,
): Fault | null {
  if (numberAnswer === undefined) return { kind: 'notANumber' };
  if (decimalsOf(numberAnswer) > item.decimals) return { kind: 'tooManyDecimals', decimals: item.decimals };
  return bounds(numberAnswer, item.minValue, item.maxValue);
}

/** What numbers add to a score; null when there are none. */
export function sumOfNumbers(entries: readonly Answer[]): number | null {
  const values = entries.flatMap(({ numberAnswer }) => numberAnswer ?? []);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}

const rules = repeatingRules<ItemOf<'NumberQuestion'>>({
  isEmpty: isNumberEmpty,
  fault: numberFault,
  value: (_, { numberAnswer }) => (numberAnswer === undefined ? null : { numberAnswer }),
  // 150 pounds do not become 150 of the only unit that the question has now.
  fits: (_, entry) =>
    entry.unitKey === undefined && (entry.numberAnswer !== undefined || entry.textAnswer !== undefined),
});

export const number: ItemRules<'NumberQuestion'> = {
  ...rules,
  score: (item, entries) => sumOfNumbers(rules.submitted(item, entries)),
};

export const slider: ItemRules<'SliderQuestion'> = {
  takesAnswer: true,
  isAnswered: (_, entries) => entries[0]?.numberAnswer !== undefined,
  fault: (item, entries) => {
    const value = entries[0]?.numberAnswer;
    if (value === undefined) return item.isRequired ? { kind: 'required' } : null;
    const steps = (value - item.minValue) / item.step;
    // The maximum counts as a step even if the range is not a multiple of the step, because a range control can stop there.
    const onStep = Math.abs(steps - Math.round(steps)) < 1e-6 || value === item.maxValue;
    return bounds(value, item.minValue, item.maxValue) ?? (onStep ? null : { kind: 'offStep' });
  },
  submitted: (_, [entry]) =>
    entry?.numberAnswer === undefined ? [] : [{ ...placeOf(entry), numberAnswer: entry.numberAnswer }],
  fits: (item, entries) =>
    entries.every(
      (entry) =>
        entry.unitKey === undefined &&
        entry.numberAnswer !== undefined &&
        bounds(entry.numberAnswer, item.minValue, item.maxValue) === null,
    ),
  score: (_, entries) => sumOfNumbers(entries.slice(0, 1)),
};
