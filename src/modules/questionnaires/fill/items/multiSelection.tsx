import { ChosenAnswer } from './choice.tsx';
import { ChoiceCards } from './choiceCards.tsx';
import type { ItemParts } from './itemParts.ts';

export const multiSelectionQuestion: ItemParts<'MultiSelectionQuestion'> = { Field: ChoiceCards, Review: ChosenAnswer };
