import type { QuestionnaireItemId } from '../ids.ts';
import type { Answer, ItemOf, ItemType, QuestionnaireItem } from '../questionnaireItems.ts';
import { boolean } from './boolean.ts';
import { multiSelection, singleSelectionDropdown, singleSelectionRadioButton } from './choice.ts';
import { date } from './date.ts';
import { questionMatrixGrouping, sectionHeader } from './heading.ts';
import type { Fault, ItemRules } from './itemType.ts';
import { number, slider } from './number.ts';
import { text } from './text.ts';

export type { Fault, ItemRules } from './itemType.ts';
export { isBlank } from './itemType.ts';

/** Every item type with its pure half. A type that is missing here does not compile. */
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
};

/** Applies the rules of an item's own type; the one place where item and rules meet. */
function withRules<R>(
  item: QuestionnaireItem,
  apply: <T extends ItemType>(rules: ItemRules<T>, item: ItemOf<T>) => R,
): R {
  const applyTyped = <T extends ItemType>(type: T, typed: ItemOf<T>): R => apply<T>(rules[type], typed);
  return applyTyped(item.questionnaireItemType, item);
}

export const takesAnswer = (item: QuestionnaireItem): boolean => rules[item.questionnaireItemType].takesAnswer;
export const isAnswered = (item: QuestionnaireItem, entries: readonly Answer[]): boolean =>
  withRules(item, (r, i) => r.isAnswered(i, entries));
export const faultOf = (item: QuestionnaireItem, entries: readonly Answer[]): Fault | null =>
  withRules(item, (r, i) => r.fault(i, entries));

/** What an answered item adds to a score: the scores of its chosen options, or its number; null when it adds nothing. */
export const scoreOf = (item: QuestionnaireItem, entries: readonly Answer[]): number | null =>
  withRules(item, (r, i) => r.score(i, entries));

/** The entries of each item, in the order given. */
export function entriesByItem(answers: readonly Answer[]): Map<QuestionnaireItemId, Answer[]> {
  const map = new Map<QuestionnaireItemId, Answer[]>();
  for (const answer of answers) {
    const entries = map.get(answer.questionnaireItemId);
    if (entries) entries.push(answer);
    else map.set(answer.questionnaireItemId, [answer]);
  }
  return map;
}

/** How many questions there are, and how many of them have an answer. */
export function progressOf(
  items: readonly QuestionnaireItem[],
  answers: readonly Answer[],
): { readonly answered: number; readonly total: number } {
  const byItem = entriesByItem(answers);
  const questions = items.filter(takesAnswer);
  const answered = questions.filter((item) => isAnswered(item, byItem.get(item.questionnaireItemId) ?? []));
  return { answered: answered.length, total: questions.length };
}

/** Every broken rule of a sheet, in the order of the items; an answer to an item that is not there is one too. */
export function faultsOf(
  items: readonly QuestionnaireItem[],
  answers: readonly Answer[],
): { questionnaireItemId: QuestionnaireItemId; fault: Fault }[] {
  const byItem = entriesByItem(answers);
  const faults: { questionnaireItemId: QuestionnaireItemId; fault: Fault }[] = [];
  for (const item of items) {
    const fault = faultOf(item, byItem.get(item.questionnaireItemId) ?? []);
    if (fault) faults.push({ questionnaireItemId: item.questionnaireItemId, fault });
    if (takesAnswer(item)) byItem.delete(item.questionnaireItemId);
  }
  for (const questionnaireItemId of byItem.keys())
    faults.push({ questionnaireItemId, fault: { kind: 'unknownOption' } });
  return faults;
}

/** The sheet as it is submitted and stored: one normal form, in the order of the items. */
export function submittedAnswers(items: readonly QuestionnaireItem[], answers: readonly Answer[]): Answer[] {
  const byItem = entriesByItem(answers);
  return items.flatMap((item) => withRules(item, (r, i) => r.submitted(i, byItem.get(item.questionnaireItemId) ?? [])));
}

/**
 * Re-matches a sheet with a revised template by item id (rulings, section 5). `kept` can be shown and edited with the new
 * items; `lost` no longer fits and is to be shown to the person, never dropped in silence.
 */
export function rematch(
  items: readonly QuestionnaireItem[],
  answers: readonly Answer[],
): { kept: Answer[]; lost: Answer[] } {
  const itemById = new Map(items.map((item) => [item.questionnaireItemId, item]));
  const kept: Answer[] = [];
  const lost: Answer[] = [];
  for (const [itemId, entries] of entriesByItem(answers)) {
    const item = itemById.get(itemId);
    const fits = item !== undefined && takesAnswer(item) && withRules(item, (r, i) => r.fits(i, entries));
    (fits ? kept : lost).push(...entries);
  }
  return { kept, lost };
}
