import type { Answer, ItemOf, ItemType } from '../questionnaireItems.ts';

/** Why an answer breaks a rule (specification 2, section 5; rulings, section 8). */
export type Fault =
  | { readonly kind: 'required' }
  | { readonly kind: 'otherTextMissing' }
  | { readonly kind: 'tooLong'; readonly maximum: number }
  | { readonly kind: 'notANumber' }
  | { readonly kind: 'notADate' }
  | { readonly kind: 'belowMinimum'; readonly minimum: number }
  | { readonly kind: 'aboveMaximum'; readonly maximum: number }
  | { readonly kind: 'tooManyDecimals'; readonly decimals: number }
  | { readonly kind: 'offStep' }
  | { readonly kind: 'unknownOption' };

/** The pure half of an item type. Its field and its review stand in the questionnaires feature. */
export interface ItemRules<T extends ItemType> {
  /** False for headings, which are shown but never answered. */
  readonly takesAnswer: boolean;
  /** True when the entries of this item say something, valid or not. */
  isAnswered(item: ItemOf<T>, entries: readonly Answer[]): boolean;
  /** The first broken rule, or null. An optional item without an answer breaks none. */
  fault(item: ItemOf<T>, entries: readonly Answer[]): Fault | null;
  /** The entries as they are submitted: nothing empty, nothing that belongs to another type. */
  submitted(item: ItemOf<T>, entries: readonly Answer[]): Answer[];
  /** True when entries given for an older form of the item can still be shown and sent with this one. */
  fits(item: ItemOf<T>, entries: readonly Answer[]): boolean;
  /** What an answer adds to a score; null when it adds nothing. */
  score(item: ItemOf<T>, entries: readonly Answer[]): number | null;
}

/** A text is empty when it has no non-whitespace character (specification 1, section 5). */
export const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === '';
