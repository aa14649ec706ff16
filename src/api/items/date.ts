import { isBlank, type ItemRules } from './itemType.ts';

export const date: ItemRules<'DateQuestion'> = {
  takesAnswer: true,
  isAnswered: (_, entries) => entries[0]?.dateAnswer !== undefined || !isBlank(entries[0]?.textAnswer),
  fault: (item, entries) => {
    if (entries[0]?.dateAnswer !== undefined) return null;
    if (!isBlank(entries[0]?.textAnswer)) return { kind: 'notADate' };
    return item.isRequired ? { kind: 'required' } : null;
  },
  submitted: (item, entries) => {
    const dateAnswer = entries[0]?.dateAnswer;
    return dateAnswer === undefined ? [] : [{ questionnaireItemId: item.questionnaireItemId, dateAnswer }];
  },
  fits: (_, entries) => entries.every((entry) => entry.dateAnswer !== undefined || entry.textAnswer !== undefined),
  score: () => null,
};
