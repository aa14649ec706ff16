import type { CalendarDate } from '../values.ts';
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
  | { readonly kind: 'unknownOption' }
  | { readonly kind: 'tooShort'; readonly minimum: number }
  /** Not written as asked for; `format` says how, where the source does. */
  | { readonly kind: 'wrongFormat'; readonly format: string | null }
  | { readonly kind: 'notATime' }
  | { readonly kind: 'notAnAddress' }
  | { readonly kind: 'tooEarly'; readonly earliest: CalendarDate }
  | { readonly kind: 'tooLate'; readonly latest: CalendarDate }
  | { readonly kind: 'tooFew'; readonly least: number }
  | { readonly kind: 'tooMany'; readonly most: number }
  /** "None of these" beside something else. */
  | { readonly kind: 'notAlone' }
  | { readonly kind: 'wrongFile' }
  /** It was chosen and is not on the server yet, or could not get there. */
  | { readonly kind: 'fileNotSent' }
  | { readonly kind: 'noUnit' }
  /** A rule of the instrument's own, in its words. */
  | { readonly kind: 'constraint'; readonly message: string };

/** What a rule may depend on besides the answer. */
export interface FaultContext {
  /** The day at the patient's facility; without it no rule depends on the day. */
  readonly today?: CalendarDate | undefined;
  /** True for an entry whose file goes up by itself before the answers do; without it a file that is not there is at fault. */
  readonly isOnItsWay?: ((entry: Answer) => boolean) | undefined;
}

/** The pure half of an item type. Its field and its review stand in the questionnaires feature. */
export interface ItemRules<T extends ItemType> {
  /** False for headings, which are shown but never answered. */
  readonly takesAnswer: boolean;
  /** True when the entries of this item say something, valid or not. */
  isAnswered(item: ItemOf<T>, entries: readonly Answer[]): boolean;
  /** The first broken rule, or null. An optional item without an answer breaks none. */
  fault(item: ItemOf<T>, entries: readonly Answer[], context: FaultContext): Fault | null;
  /** The entries as they are submitted: nothing empty, nothing that belongs to another type. */
  submitted(item: ItemOf<T>, entries: readonly Answer[]): Answer[];
  /** True when entries given for an older form of the item can still be shown and sent with this one. */
  fits(item: ItemOf<T>, entries: readonly Answer[]): boolean;
  /** What an answer adds to a score; null when it adds nothing. */
  score(item: ItemOf<T>, entries: readonly Answer[]): number | null;
}

/** A text is empty when it has no non-whitespace character (specification 1, section 5). */
export const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === '';

/** Whose entry it is: what each entry that is submitted begins with. */
export const placeOf = ({ questionnaireItemId, rowPath }: Answer): Pick<Answer, 'questionnaireItemId' | 'rowPath'> =>
  rowPath === undefined ? { questionnaireItemId } : { questionnaireItemId, rowPath };
