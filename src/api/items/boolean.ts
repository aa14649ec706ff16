import { type ItemRules, placeOf } from './itemType.ts';

export const boolean: ItemRules<'BooleanQuestion'> = {
  takesAnswer: true,
  isAnswered: (_, entries) => entries[0]?.isChecked !== undefined,
  fault: (item, entries) => (item.isRequired && entries[0]?.isChecked === undefined ? { kind: 'required' } : null),
  submitted: (_, [entry]) =>
    entry?.isChecked === undefined ? [] : [{ ...placeOf(entry), isChecked: entry.isChecked }],
  // A ticked option is no "yes", and a search that was not finished no "no".
  fits: (_, entries) =>
    entries.every(
      ({ isChecked, listAnswerId, textAnswer }) =>
        isChecked !== undefined && listAnswerId === undefined && textAnswer === undefined,
    ),
  score: () => null,
};
