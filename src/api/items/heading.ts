import type { ItemRules } from './itemType.ts';

const heading = {
  takesAnswer: false,
  isAnswered: () => false,
  fault: () => null,
  submitted: () => [],
  fits: () => false,
  score: () => null,
};

export const sectionHeader: ItemRules<'SectionHeader'> = heading;
/** The heading of a matrix; its rows are the selection items with the same `questionMatrixGuid` (rulings, section 8). */
export const questionMatrixGrouping: ItemRules<'QuestionMatrixGrouping'> = heading;
