import type { ItemRules } from './itemType.ts';

/** Its entry says which rows it has; the questions in them hold the answers, and rules over rows look at all of them (`index.ts`). */
export const group: ItemRules<'QuestionGroup'> = {
  takesAnswer: true,
  isAnswered: () => false,
  fault: () => null,
  submitted: () => [],
  fits: (item, entries) => item.occurs !== null && entries.length === 1 && entries[0]?.rows !== undefined,
  score: () => null,
};
