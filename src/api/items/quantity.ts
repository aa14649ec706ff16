import type { Answer, ItemOf } from '../questionnaireItems.ts';
import { type ItemRules } from './itemType.ts';
import { isNumberEmpty, numberFault, sumOfNumbers } from './number.ts';
import { repeatingRules } from './repeating.ts';

/** The unit of an entry: the named one, or the question's only one; null when it names none, or one that the question does not have. */
export function unitOf({ units }: ItemOf<'QuantityQuestion'>, { unitKey }: Answer): string | null {
  // If there are several, none is assumed: 150 pounds are not 150 kilograms.
  const [only, ...others] = units;
  if (unitKey === undefined) return others.length === 0 ? (only?.key ?? null) : null;
  return units.find((one) => one.key === unitKey)?.key ?? null;
}

const rules = repeatingRules<ItemOf<'QuantityQuestion'>>({
  isEmpty: isNumberEmpty,
  fault: (item, entry) => {
    const fault = numberFault(item, entry);
    if (fault !== null || unitOf(item, entry) !== null) return fault;
    return { kind: entry.unitKey === undefined ? 'noUnit' : 'unknownOption' };
  },
  value: (item, entry) => {
    const unitKey = unitOf(item, entry);
    return entry.numberAnswer === undefined || unitKey === null ? null : { numberAnswer: entry.numberAnswer, unitKey };
  },
  fits: (item, entry) =>
    (entry.numberAnswer !== undefined || entry.textAnswer !== undefined || entry.unitKey !== undefined) &&
    (entry.unitKey === undefined || unitOf(item, entry) !== null),
});

export const quantity: ItemRules<'QuantityQuestion'> = {
  ...rules,
  score: (item, entries) => sumOfNumbers(rules.submitted(item, entries)),
};
