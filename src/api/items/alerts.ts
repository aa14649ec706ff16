import type { AlertCondition, SafetyTexts, ScoreFormula } from '../alertConditions.ts';
import type { QuestionnaireItemId } from '../ids.ts';
import type { Answer, QuestionnaireItem } from '../questionnaireItems.ts';
import { asDecimal } from './asDecimal.ts';
import { entriesByPlace, type Form, type Slot, slotOf } from './form.ts';
import { entriesByItem, submittedAnswers } from './index.ts';
import { isAnswered, scoreOf } from './rules.ts';

type Items = ReadonlyMap<QuestionnaireItemId, QuestionnaireItem>;

const byId = (items: readonly QuestionnaireItem[]): Items =>
  new Map(items.map((item) => [item.questionnaireItemId, item]));

/** Computes scores of these answers; null for one whose `needs` are not met. */
export function scoreReader(
  items: readonly QuestionnaireItem[],
  answers: readonly Answer[],
): (formula: ScoreFormula) => number | null {
  const byItem = entriesByItem(answers);
  const itemById = byId(items);
  /** The answers to an item in each row of the groups around it. */
  const saidTo = (id: QuestionnaireItemId): Answer[][] => [...entriesByPlace(byItem.get(id) ?? []).values()];
  const valueOf = (id: QuestionnaireItemId): number | null => {
    const item = itemById.get(id);
    const values = item ? saidTo(id).map((entries) => scoreOf(item, entries)) : [];
    return values.reduce<number | null>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);
  };
  const answered = (id: QuestionnaireItemId): boolean => {
    const item = itemById.get(id);
    return item !== undefined && saidTo(id).some((entries) => isAnswered(item, entries));
  };
  return ({ constant, terms, needs }) => {
    const isGiven = needs.every(
      ({ atLeast, of, by }) =>
        of.filter((id) => (by === 'answer' ? answered(id) : valueOf(id) !== null)).length >= atLeast,
    );
    if (!isGiven) return null;
    const sum = terms.reduce(
      (total, { questionnaireItemId, weight }) => total + weight * (valueOf(questionnaireItemId) ?? 0),
      constant,
    );
    return asDecimal(sum);
  };
}

const isWithin = (value: number, { from, to }: { readonly from: number | null; readonly to: number | null }): boolean =>
  (from === null || value >= from) && (to === null || value <= to);

/** The numbers in the answers at one place: for a choice the sum of its options' values, for a number each answer. */
export function numbersIn(item: QuestionnaireItem, entries: readonly Answer[]): number[] {
  if (!('listAnswers' in item)) return entries.flatMap(({ numberAnswer }) => numberAnswer ?? []);
  const value = scoreOf(item, entries);
  return value === null ? [] : [asDecimal(value)];
}

/** Whether the answers at one place are those that the condition is about. */
function isMetBy(
  when: Exclude<AlertCondition, { kind: 'score' }>,
  item: QuestionnaireItem,
  entries: readonly Answer[],
): boolean {
  switch (when.kind) {
    case 'options':
      return entries.some(
        ({ listAnswerId, isChecked }) =>
          listAnswerId !== undefined && isChecked !== false && when.listAnswerIds.includes(listAnswerId),
      );
    case 'codes':
      return entries.some(({ coding }) => coding !== undefined && when.codes.includes(coding.code));
    case 'yesNo':
      return entries.some(({ isChecked }) => isChecked === when.isChecked);
    case 'value':
      return numbersIn(item, entries).some((value) => isWithin(value, when));
  }
}

/**
 * Finds the places at which answers meet a condition, in the order of the answers; each row of a repeating group is a place. A score is met
 * at the last question that it adds up. `answers` are submitted ones, so only what was asked counts.
 */
export function placesMeeting(
  items: readonly QuestionnaireItem[],
  answers: readonly Answer[],
  scoreValue: (scoreKey: string) => { readonly value: number; readonly terms: ScoreFormula['terms'] } | null,
): (when: AlertCondition) => Slot[] {
  const itemById = byId(items);
  const byPlace = entriesByPlace(answers);
  return (when) => {
    if (when.kind === 'score') {
      const score = scoreValue(when.scoreKey);
      if (score === null || !isWithin(score.value, when)) return [];
      const added = new Set(score.terms.map(({ questionnaireItemId }) => questionnaireItemId));
      const last = answers.findLast(({ questionnaireItemId }) => added.has(questionnaireItemId));
      const id = last?.questionnaireItemId ?? items.at(-1)?.questionnaireItemId;
      return id === undefined ? [] : [slotOf(id, last?.rowPath)];
    }
    const item = itemById.get(when.questionnaireItemId);
    if (!item) return [];
    return [...byPlace].flatMap(([slot, entries]) =>
      entries[0]?.questionnaireItemId === when.questionnaireItemId && isMetBy(when, item, entries) ? [slot] : [],
    );
  };
}

/** What the facility says about one answer, and the question below which it stands. */
export interface PlacedSafetyText {
  readonly slot: Slot;
  readonly text: string;
}

/** The facility's texts that these answers call for: what the server will say once they are sent, each text once. */
export function safetyTextsFor(
  form: Form,
  { rules, scores }: SafetyTexts,
  typed: readonly Answer[],
): PlacedSafetyText[] {
  const answers = submittedAnswers(form, typed);
  const valueOf = scoreReader(form.items, answers);
  const placesOf = placesMeeting(form.items, answers, (key) => {
    const formula = scores.find(({ scoreKey }) => scoreKey === key);
    const value = formula === undefined ? null : valueOf(formula);
    return formula === undefined || value === null ? null : { value, terms: formula.terms };
  });
  const placed = new Map<string, PlacedSafetyText>();
  for (const { when, text } of rules) {
    const [slot] = placesOf(when);
    if (slot !== undefined && !placed.has(text)) placed.set(text, { slot, text });
  }
  return [...placed.values()];
}
