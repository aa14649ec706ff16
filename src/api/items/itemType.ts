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
  /** Not in the required format; `format` describes it, if the source does. */
  | { readonly kind: 'wrongFormat'; readonly format: string | null }
  | { readonly kind: 'notATime' }
  | { readonly kind: 'notAnAddress' }
  | { readonly kind: 'tooEarly'; readonly earliest: CalendarDate }
  | { readonly kind: 'tooLate'; readonly latest: CalendarDate }
  | { readonly kind: 'tooFew'; readonly least: number }
  | { readonly kind: 'tooMany'; readonly most: number }
  /** "None of these" together with another option. */
  | { readonly kind: 'notAlone' }
  | { readonly kind: 'wrongFile' }
  /** The file was chosen but is not on the server yet, or could not be uploaded. */
  | { readonly kind: 'fileNotSent' }
  | { readonly kind: 'noUnit' }
  | { readonly kind: 'notSigned' }
  /** What was signed is no longer what stands there. */
  | { readonly kind: 'signatureVoid' }
  /** A constraint of the questionnaire itself, with its own message. */
  | { readonly kind: 'constraint'; readonly message: string };

/** What a rule may depend on, besides the answer. */
export interface FaultContext {
  /** The day at the patient's facility; without it no rule depends on the day. */
  readonly today?: CalendarDate | undefined;
  /** True for an entry whose file is uploaded by itself before the answers are sent. Without it a missing file is a fault. */
  readonly isOnItsWay?: ((entry: Answer) => boolean) | undefined;
}

/** The rules of an item type. Its field and its review are in the questionnaires module. */
export interface ItemRules<T extends ItemType> {
  /** False for headings, which are shown but never answered. */
  readonly takesAnswer: boolean;
  /** True when the entries of this item contain an answer, valid or not. */
  isAnswered(item: ItemOf<T>, entries: readonly Answer[]): boolean;
  /** The first broken rule, or null. An optional item without an answer breaks none. */
  fault(item: ItemOf<T>, entries: readonly Answer[], context: FaultContext): Fault | null;
  /** The entries as they are submitted: nothing empty, and nothing of another type. */
  submitted(item: ItemOf<T>, entries: readonly Answer[]): Answer[];
  /** True when entries for an older version of the item can still be shown and sent with this one. */
  fits(item: ItemOf<T>, entries: readonly Answer[]): boolean;
  /** What an answer adds to a score; null when it adds nothing. */
  score(item: ItemOf<T>, entries: readonly Answer[]): number | null;
}

/** A text is empty when it has no non-whitespace character (specification 1, section 5). */
export const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === '';

/** The item and rows of an entry, with which each submitted entry begins. */
export const placeOf = ({ questionnaireItemId, rowPath }: Answer): Pick<Answer, 'questionnaireItemId' | 'rowPath'> =>
  rowPath === undefined ? { questionnaireItemId } : { questionnaireItemId, rowPath };
