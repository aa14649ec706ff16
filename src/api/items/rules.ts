import type { Answer, ItemOf, ItemType, QuestionnaireItem } from '../questionnaireItems.ts';
import { attachment } from './attachment.ts';
import { boolean } from './boolean.ts';
import { multiSelection, singleSelectionDropdown, singleSelectionRadioButton } from './choice.ts';
import { date } from './date.ts';
import { dateTime, time } from './dateTime.ts';
import { group } from './group.ts';
import { questionMatrixGrouping, sectionHeader } from './heading.ts';
import type { Fault, FaultContext, ItemRules } from './itemType.ts';
import { lookup } from './lookup.ts';
import { number, slider } from './number.ts';
import { quantity } from './quantity.ts';
import { signature } from './signature.ts';
import { text } from './text.ts';
import { url } from './url.ts';

/** Every item type with its rules. A type that is missing here does not compile. */
const rules: { readonly [T in ItemType]: ItemRules<T> } = {
  TextQuestion: text,
  SectionHeader: sectionHeader,
  SingleSelectionRadioButtonQuestion: singleSelectionRadioButton,
  BooleanQuestion: boolean,
  NumberQuestion: number,
  DateQuestion: date,
  SingleSelectionDropdownQuestion: singleSelectionDropdown,
  MultiSelectionQuestion: multiSelection,
  QuestionMatrixGrouping: questionMatrixGrouping,
  SliderQuestion: slider,
  QuestionGroup: group,
  DateTimeQuestion: dateTime,
  TimeQuestion: time,
  QuantityQuestion: quantity,
  UrlQuestion: url,
  AttachmentQuestion: attachment,
  LookupQuestion: lookup,
  SignatureQuestion: signature,
};

/** Applies the rules of an item's own type. Only this function combines items and rules. */
export function withRules<R>(
  item: QuestionnaireItem,
  apply: <T extends ItemType>(rules: ItemRules<T>, item: ItemOf<T>) => R,
): R {
  const applyTyped = <T extends ItemType>(type: T, typed: ItemOf<T>): R => apply<T>(rules[type], typed);
  return applyTyped(item.questionnaireItemType, item);
}

export const takesAnswer = (item: QuestionnaireItem): boolean => rules[item.questionnaireItemType].takesAnswer;
export const isAnswered = (item: QuestionnaireItem, entries: readonly Answer[]): boolean =>
  withRules(item, (r, i) => r.isAnswered(i, entries));
/** `context`: the form that contains the item, or what else its rules depend on. */
export const faultOf = (
  item: QuestionnaireItem,
  entries: readonly Answer[],
  context: FaultContext = {},
): Fault | null => withRules(item, (r, i) => r.fault(i, entries, context));

/** What is sent of the entries of an item in one place. */
export const sentOf = (item: QuestionnaireItem, entries: readonly Answer[]): Answer[] =>
  withRules(item, (r, i) => r.submitted(i, entries));

/** What an answered item adds to a score: the scores of its chosen options, or its number; null when it adds nothing. */
export const scoreOf = (item: QuestionnaireItem, entries: readonly Answer[]): number | null =>
  withRules(item, (r, i) => r.score(i, entries));
