import type { QuestionnaireItemId } from '../ids.ts';
import type { Answer, QuestionnaireItem } from '../questionnaireItems.ts';
import { evaluate } from './evaluation.ts';
import type { Budget } from './expressions/budget.ts';
import { entriesByPlace, type Form, isForPerson, isRepeatingGroup, type Slot, slotOf } from './form.ts';
import { type Fault, isBlank } from './itemType.ts';
import { faultOf, isAnswered, takesAnswer, withRules } from './rules.ts';
import { isSignatureVoid } from './signing.ts';
import { type OpenPlace, openPlaces, rowsOf, structureOf } from './structure.ts';

export * from './form.ts';
export { circlesOf, loadExpressions, needsExpressions, placesOf, installExpressions } from './evaluation.ts';
export { type FormState, type OpenForm, openForm } from './openForm.ts';
export { rowsOf } from './structure.ts';
export { faultOf, isAnswered, scoreOf, sentOf, takesAnswer } from './rules.ts';
export type { Fault, FaultContext, ItemRules } from './itemType.ts';
export { isBlank } from './itemType.ts';
export { takesFileType } from './attachment.ts';
export { dayOfBound } from './dateBound.ts';
export { momentSeparator } from './dateTime.ts';
export { unitOf } from './quantity.ts';
export { isRepeatingQuestion, mostAnswers, type RepeatingType } from './repeating.ts';
export { takesSeveral } from './lookup.ts';
export { stepsOfForm } from './expressions/budget.ts';
export { linearPattern } from './linearPattern.ts';
export { installSignedTexts, loadSignedTexts, needsSignedTexts } from './signing.ts';

/** The entries of each item, in the given order. */
export function entriesByItem(answers: readonly Answer[]): Map<QuestionnaireItemId, Answer[]> {
  const map = new Map<QuestionnaireItemId, Answer[]>();
  for (const answer of answers) {
    const entries = map.get(answer.questionnaireItemId);
    if (entries) entries.push(answer);
    else map.set(answer.questionnaireItemId, [answer]);
  }
  return map;
}

/**
 * How many questions are asked and how many have an answer; `isOverBudget` when its expressions had too few results to be sure. `budget`: a
 * lower limit than that of a form.
 */
export function progressOf(
  form: Form,
  answers: readonly Answer[],
  budget?: Budget,
): { readonly answered: number; readonly total: number; readonly isOverBudget?: true } {
  const { places, entries, isOverBudget } = evaluate(form, answers, budget);
  let [answered, total] = [0, 0];
  for (const { item, slot, isAsked } of places) {
    if (!isAsked || !isForPerson(item)) continue;
    total += 1;
    if (isAnswered(item, entries.get(slot) ?? [])) answered += 1;
  }
  return { answered, total, ...(isOverBudget() ? { isOverBudget: true } : {}) };
}

/** The row of a place, as the slot of its group with the row's number; null outside repeating groups. */
function rowAround({ node, rowPath }: OpenPlace): Slot | null {
  const group = node.groups.at(-1);
  return group === undefined ? null : slotOf(group, rowPath);
}

/** The rows in which something is typed for an asked question, valid or not. */
function rowsTypedIn(places: readonly OpenPlace[], entries: ReadonlyMap<Slot, readonly Answer[]>): ReadonlySet<Slot> {
  const rows = new Set<Slot>();
  for (const { node, rowPath, isAsked, item, slot } of places) {
    if (rowPath.length === 0 || !isAsked || !isForPerson(item) || !isAnswered(item, entries.get(slot) ?? [])) continue;
    for (const [depth, group] of node.groups.entries()) rows.add(slotOf(group, rowPath.slice(0, depth + 1)));
  }
  return rows;
}

/** True when a set of answers may have an entry for the item. */
const holdsEntry = (item: QuestionnaireItem): boolean =>
  item.questionnaireItemType === 'QuestionGroup' ? isRepeatingGroup(item) : takesAnswer(item);

export interface PlacedFault {
  readonly slot: Slot;
  readonly questionnaireItemId: QuestionnaireItemId;
  readonly rowPath: readonly number[];
  readonly fault: Fault;
}

/**
 * Every broken rule of a set of answers, in the order of the items. An answer for an unknown item or row is one too. A row without answers
 * is not sent and breaks only the rule for the number of rows.
 */
export function faultsOf(form: Form, answers: readonly Answer[]): PlacedFault[] {
  const evaluation = evaluate(form, answers);
  const { places, entries } = evaluation;
  const used = rowsTypedIn(places, entries);
  const unknown = new Map(entries);
  const faults: PlacedFault[] = [];
  function faultAt(place: OpenPlace): Fault | null {
    const row = rowAround(place);
    if (!place.isAsked || (row !== null && !used.has(row))) return null;
    const fault = ownFaultAt(place);
    if (fault) return fault;
    if (isSignatureVoid(form, evaluation, place, entries.get(place.slot) ?? [])) return { kind: 'signatureVoid' };
    const broken = evaluation.brokenConstraint(place);
    return broken ? { kind: 'constraint', message: broken.message } : null;
  }
  function ownFaultAt({ item, slot, rowPath }: OpenPlace): Fault | null {
    const own = entries.get(slot) ?? [];
    if (isForPerson(item)) return faultOf(item, own, form);
    if (!isRepeatingGroup(item)) return null;
    const { least, most } = item.occurs;
    const count = rowsOf(item, own).filter((one) =>
      used.has(slotOf(item.questionnaireItemId, [...rowPath, one])),
    ).length;
    if (count < least) return { kind: 'tooFew', least };
    return most !== null && count > most ? { kind: 'tooMany', most } : null;
  }
  for (const place of places) {
    const { item, slot, rowPath } = place;
    const fault = faultAt(place);
    if (fault) faults.push({ slot, questionnaireItemId: item.questionnaireItemId, rowPath, fault });
    if (holdsEntry(item)) unknown.delete(slot);
  }
  for (const [slot, own] of unknown)
    for (const { questionnaireItemId, rowPath = [] } of own.slice(0, 1))
      faults.push({ slot, questionnaireItemId, rowPath, fault: { kind: 'unknownOption' } });
  return faults;
}

/**
 * The answers as they are submitted and stored: in one normal form, in the order of the items. Places that are not asked and rows without
 * answers are left out. A group's entry, with the remaining rows, comes before the answers in them.
 */
export function submittedAnswers(form: Form, answers: readonly Answer[]): Answer[] {
  const evaluation = evaluate(form, answers);
  return evaluation.places.flatMap((place): readonly Answer[] => {
    const { item, rowPath, slot } = place;
    const { questionnaireItemId } = item;
    const around = rowAround(place);
    if (!place.isAsked || (around !== null && !evaluation.isRowInUse(around))) return [];
    if (!isRepeatingGroup(item)) return evaluation.said(place);
    const rows = rowsOf(item, evaluation.entries.get(slot) ?? []).filter((row) =>
      evaluation.isRowInUse(slotOf(questionnaireItemId, [...rowPath, row])),
    );
    return rows.length === 0
      ? []
      : [{ questionnaireItemId, ...(rowPath.length > 0 ? { rowPath: [...rowPath] } : {}), rows }];
  });
}

/** True for an entry that says something, and not only what a draft remembers: the words of an unticked option, a chosen unit, a search. */
const isSaid = ({
  questionnaireItemId: _id,
  rowPath: _path,
  rows: _rows,
  unitKey: _unit,
  ...said
}: Answer): boolean => {
  const { textAnswer, isChecked, listAnswerId, otherOptionText: _words, ...values } = said;
  if (Object.values(values).some((value) => value !== undefined)) return true;
  if (listAnswerId !== undefined) return isChecked !== false;
  return textAnswer === undefined ? isChecked !== undefined : !isBlank(textAnswer) && isChecked !== false;
};

/**
 * Matches answers to a revised template by item id (rulings, section 5). `kept` can be shown and edited with the new items; `lost` no
 * longer fits and must be shown to the person, never dropped silently.
 */
export function rematch(form: Form, answers: readonly Answer[]): { kept: Answer[]; lost: Answer[] } {
  const entries = entriesByPlace(answers);
  const itemBySlot = new Map(openPlaces(structureOf(form.items), entries).map(({ slot, item }) => [slot, item]));
  const kept: Answer[] = [];
  const lost: Answer[] = [];
  for (const [slot, own] of entries) {
    const item = itemBySlot.get(slot);
    const fits =
      item !== undefined &&
      (isForPerson(item) || isRepeatingGroup(item)) &&
      withRules(item, (r, i) => r.fits(i, own)) &&
      // A question of another type would neither show nor send what was said.
      (isRepeatingGroup(item) || isAnswered(item, own) || !own.some(isSaid));
    (fits ? kept : lost).push(...own);
  }
  return { kept, lost };
}
