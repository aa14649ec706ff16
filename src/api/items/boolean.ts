import type { ItemRules } from './itemType.ts';

export const boolean: ItemRules<'BooleanQuestion'> = {
  takesAnswer: true,
  isAnswered: (_, entries) => entries[0]?.isChecked !== undefined,
  fault: (item, entries) => (item.isRequired && entries[0]?.isChecked === undefined ? { kind: 'required' } : null),
  submitted: (item, entries) => {
    const isChecked = entries[0]?.isChecked;
    return isChecked === undefined ? [] : [{ questionnaireItemId: item.questionnaireItemId, isChecked }];
  },
  fits: (_, entries) => entries.every((entry) => entry.isChecked !== undefined),
  score: () => null,
};
