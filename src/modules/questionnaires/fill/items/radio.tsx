import { ChosenAnswer } from './choice.tsx';
import { ChoiceCards } from './choiceCards.tsx';
import type { ItemParts } from './itemParts.ts';

export const radioQuestion: ItemParts<'SingleSelectionRadioButtonQuestion'> = {
  Field: ChoiceCards,
  Review: ChosenAnswer,
};
