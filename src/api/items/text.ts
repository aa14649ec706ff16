import { isBlank, type ItemRules } from './itemType.ts';

export const text: ItemRules<'TextQuestion'> = {
  takesAnswer: true,
  isAnswered: (_, entries) => !isBlank(entries[0]?.textAnswer),
  fault: (item, entries) => {
    const typed = entries[0]?.textAnswer;
    if (isBlank(typed)) return item.isRequired ? { kind: 'required' } : null;
    return (typed ?? '').length > item.maxLength ? { kind: 'tooLong', maximum: item.maxLength } : null;
  },
  submitted: (item, entries) => {
    const typed = entries[0]?.textAnswer;
    return typed === undefined || isBlank(typed)
      ? []
      : [{ questionnaireItemId: item.questionnaireItemId, textAnswer: typed }];
  },
  fits: (item, entries) =>
    entries.every((entry) => entry.textAnswer === undefined || entry.textAnswer.length <= item.maxLength),
  score: () => null,
};
