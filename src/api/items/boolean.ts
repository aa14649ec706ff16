import { type ItemRules, placeOf } from './itemType.ts';

export const boolean: ItemRules<'BooleanQuestion'> = {
  takesAnswer: true,
  isAnswered: (_, entries) => entries[0]?.isChecked !== undefined,
  fault: (item, entries) => (item.isRequired && entries[0]?.isChecked === undefined ? { kind: 'required' } : null),
  submitted: (_, [entry]) =>
    entry?.isChecked === undefined ? [] : [{ ...placeOf(entry), isChecked: entry.isChecked }],
  fits: (_, entries) => entries.every((entry) => entry.isChecked !== undefined),
  score: () => null,
};
