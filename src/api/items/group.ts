import type { ItemRules } from './itemType.ts';

/** Its entry says which rows it has. The questions in the rows have the answers, and `index.ts` has the rules over all rows. */
export const group: ItemRules<'QuestionGroup'> = {
  takesAnswer: true,
  isAnswered: () => false,
  fault: () => null,
  submitted: () => [],
  fits: (item, entries) => item.occurs !== null && entries.length === 1 && entries[0]?.rows !== undefined,
  score: () => null,
};
