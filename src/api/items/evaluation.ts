import type { EnableCondition } from '../formLogic.ts';
import type { QuestionnaireItemId } from '../ids.ts';
import type { Answer, AnswerValue, Constraint, QuestionnaireItem } from '../questionnaireItems.ts';
import { isMet } from './conditions.ts';
import { type Budget, stepsOfForm } from './expressions/budget.ts';
import type { ExpressionEngine, FormExpressions } from './expressions/engine.ts';
import type { SheetView } from './expressions/response.ts';
import { entriesByPlace, type Form, isForPerson, isRepeatingGroup, type ItemPlace, type Slot, slotOf } from './form.ts';
import { withRules } from './rules.ts';
import { type ItemNode, type OpenPlace, openPlaces, rowsOf, type Structure, structureOf } from './structure.ts';

let engine: ExpressionEngine | null = null;
/** Makes forms with expressions possible. The server calls it when it starts, an app calls `loadExpressions`. */
export function installExpressions(expressions: ExpressionEngine): void {
  engine = expressions;
}
/** Loads what a form with expressions needs (`needsExpressions`); does nothing when it is already loaded. */
export async function loadExpressions(): Promise<void> {
  if (engine === null) installExpressions((await import('./expressions/index.ts')).expressions);
}
/** True when `placesOf` and similar functions throw before `loadExpressions` is done. */
export const needsExpressions = (form: Form): boolean => structureOf(form.items).hasExpressions;

/** A form with one set of answers. */
export interface Evaluation {
  /** Every place in the order of asking; the items of a repeating group once for each of its rows. */
  readonly places: readonly OpenPlace[];
  /** The entries of each slot, as in the answers. */
  readonly entries: ReadonlyMap<Slot, readonly Answer[]>;
  /** The answer of a place as it is sent: typed, fixed or computed; none when the place is not asked. */
  said(place: OpenPlace): readonly Answer[];
  /** Whether a person has answered something in a row that is to be sent; the slot is the group's with the row's number. */
  isRowInUse(row: Slot): boolean;
  brokenConstraint(place: OpenPlace): Constraint | undefined;
  /** True when the expressions exceeded the work limit of a form, so that some of them have no result. */
  readonly isOverBudget: () => boolean;
}

/** True for an item whose value is fixed by the questionnaire: the value is sent, and nobody types it. */
const isFixed = (item: QuestionnaireItem): boolean => item.isHidden === true || item.isReadOnly === true;

/** The entry with the item and rows of its own place; the fields of another row or of a group are removed. */
function placed(entry: Answer, { item, rowPath }: ItemPlace): Answer {
  if (entry.rowPath === undefined && entry.rows === undefined && rowPath.length === 0) return entry;
  const { questionnaireItemId: _id, rowPath: _path, rows: _rows, ...value } = entry;
  return {
    questionnaireItemId: item.questionnaireItemId,
    ...(rowPath.length > 0 ? { rowPath: [...rowPath] } : {}),
    ...value,
  };
}

/** The items with conditions or computed answers, each after everything that it depends on, as far as that is possible. */
interface Order {
  readonly nodes: readonly ItemNode[];
  readonly isCircular: boolean;
}

const orders = new WeakMap<Structure, Order>();

/** Orders the items, each after its parents and what it needs, as far as possible; `onCircle` gets those that need each other. */
function inOrder(
  structure: Structure,
  needsOf: (node: ItemNode) => Iterable<QuestionnaireItemId>,
  onCircle: (nodes: readonly ItemNode[]) => void,
): ItemNode[] {
  const open: ItemNode[] = [];
  const done = new Set<ItemNode>();
  function visit(node: ItemNode): void {
    const at = open.indexOf(node);
    if (at >= 0) onCircle(open.slice(at));
    if (at >= 0 || done.has(node)) return;
    open.push(node);
    if (node.parent) visit(node.parent);
    for (const id of needsOf(node)) {
      const need = structure.nodeById.get(id);
      if (need) visit(need);
    }
    open.pop();
    done.add(node);
  }
  for (const node of structure.nodeById.values()) visit(node);
  return [...done];
}

function orderOf(structure: Structure, expressions: FormExpressions | null): Order {
  const known = orders.get(structure);
  if (known) return known;
  let isCircular = false;

  function needsOf(node: ItemNode): Set<QuestionnaireItemId> {
    const { enableWhen, enableWhenExpression, calculated } = node.item;
    const needs = new Set(enableWhen?.conditions.map(({ questionnaireItemId }) => questionnaireItemId));
    if (enableWhenExpression ?? calculated) for (const id of expressions?.itemsReadBy(node) ?? []) needs.add(id);
    // A fixed or computed answer in a row exists only when a person has answered something in that row.
    for (const id of needs) {
      const read = structure.nodeById.get(id);
      const group = read && !isForPerson(read.item) ? read.groups.at(-1) : undefined;
      if (group === undefined || node.groups.includes(group)) continue;
      for (const one of structure.nodeById.values())
        if (one.groups.includes(group) && isForPerson(one.item)) needs.add(one.item.questionnaireItemId);
    }
    return needs;
  }
  const nodes = inOrder(structure, needsOf, () => {
    isCircular = true;
  });
  const isConditional = (node: ItemNode | null): boolean =>
    node !== null &&
    (node.item.enableWhen !== undefined || node.item.enableWhenExpression !== undefined || isConditional(node.parent));
  const order = {
    nodes: nodes.filter((node) => isConditional(node) || node.item.calculated !== undefined),
    isCircular,
  };
  orders.set(structure, order);
  return order;
}

/** Most rounds in which conditions that form a circle may settle. */
const mostRounds = 8;

function expressionsOf(structure: Structure, form: Form): FormExpressions | null {
  if (!structure.hasExpressions) return null;
  if (engine === null) throw new Error('the form has expressions: loadExpressions() first');
  return engine.of(form);
}

/** Decides for every place whether it is asked, and computes the computed answers. */
export function evaluate(form: Form, answers: readonly Answer[], budget: Budget = { left: stepsOfForm }): Evaluation {
  const structure = structureOf(form.items);
  const expressions = expressionsOf(structure, form);
  const entries = entriesByPlace(answers);
  const places = openPlaces(structure, entries);
  const ownBySlot = new Map<Slot, readonly Answer[]>();
  const computed = new Map<Slot, readonly Answer[]>();
  let version = 0;

  function normal(place: OpenPlace, values: readonly AnswerValue[]): readonly Answer[] {
    const { questionnaireItemId } = place.item;
    const given = values.map((value) => ({ questionnaireItemId, ...value }));
    return withRules(place.item, (r, i) => r.submitted(i, given)).map((entry) => placed(entry, place));
  }
  function said(place: OpenPlace): readonly Answer[] {
    if (!place.isAsked) return [];
    const { item, slot } = place;
    if (item.calculated !== undefined) return computed.get(slot) ?? [];
    let own = ownBySlot.get(slot);
    if (own === undefined) {
      own = normal(place, isFixed(item) ? (item.initial ?? []) : (entries.get(slot) ?? []));
      ownBySlot.set(slot, own);
    }
    return own;
  }

  let personsByRow: Map<Slot, OpenPlace[]> | null = null;
  function isRowInUse(row: Slot): boolean {
    if (personsByRow === null) {
      personsByRow = new Map();
      for (const place of places) {
        if (place.rowPath.length === 0 || !isForPerson(place.item)) continue;
        for (const [depth, group] of place.node.groups.entries()) {
          const slot = slotOf(group, place.rowPath.slice(0, depth + 1));
          const inRow = personsByRow.get(slot);
          if (inRow) inRow.push(place);
          else personsByRow.set(slot, [place]);
        }
      }
    }
    return (personsByRow.get(row) ?? []).some((place) => said(place).length > 0);
  }

  const placeBySlot = new Map<Slot, OpenPlace>();
  const view: SheetView = {
    today: form.today ?? null,
    budget,
    patient: form.formLogic?.patient,
    get version() {
      return version;
    },
    placeAt: (slot) => placeBySlot.get(slot),
    said,
    rowsOf: ({ item, slot }) => (isRepeatingGroup(item) ? rowsOf(item, entries.get(slot) ?? []) : []),
    isRowInUse,
  };
  if (structure.isConditional) {
    const placesOfNode = new Map<ItemNode, OpenPlace[]>();
    for (const place of places) {
      placeBySlot.set(place.slot, place);
      const own = placesOfNode.get(place.node);
      if (own) own.push(place);
      else placesOfNode.set(place.node, [place]);
    }

    /** The answers to a condition's question in the nearest row, else in all rows below the nearest common one. */
    function answersTo(on: ItemNode, { node, rowPath }: OpenPlace): readonly Answer[] {
      let common = 0;
      while (common < on.groups.length && on.groups[common] === node.groups[common]) common += 1;
      const shared = rowPath.slice(0, common);
      if (common === on.groups.length) {
        const place = placeBySlot.get(slotOf(on.item.questionnaireItemId, shared));
        return place ? said(place) : [];
      }
      const group = on.groups.at(-1);
      return (placesOfNode.get(on) ?? []).flatMap((place) =>
        shared.every((row, depth) => place.rowPath[depth] === row) &&
        (group === undefined || isForPerson(on.item) || isRowInUse(slotOf(group, place.rowPath)))
          ? said(place)
          : [],
      );
    }
    function isTrue(condition: EnableCondition, place: OpenPlace): boolean {
      const on = structure.nodeById.get(condition.questionnaireItemId);
      return on !== undefined && isMet(condition, on.item, answersTo(on, place));
    }
    function isAsked(place: OpenPlace): boolean {
      if (place.parent?.isAsked === false) return false;
      const { enableWhen, enableWhenExpression } = place.item;
      if (enableWhen) {
        const isEnabled =
          enableWhen.behavior === 'all'
            ? enableWhen.conditions.every((condition) => isTrue(condition, place))
            : enableWhen.conditions.some((condition) => isTrue(condition, place));
        if (!isEnabled) return false;
      }
      return enableWhenExpression === undefined || expressions?.isMet(place, view) === true;
    }
    function compute(place: OpenPlace): boolean {
      const before = computed.get(place.slot) ?? [];
      const now = place.isAsked ? normal(place, expressions?.compute(place, view) ?? []) : [];
      if (JSON.stringify(before) === JSON.stringify(now)) return false;
      computed.set(place.slot, now);
      return true;
    }
    const { nodes, isCircular } = orderOf(structure, expressions);
    /** True when something changed. With `onlyLess`, a place that is not asked stays so. */
    function decide(onlyLess: boolean): boolean {
      let isChanged = false;
      for (const node of nodes)
        for (const place of placesOfNode.get(node) ?? []) {
          const before = place.isAsked;
          if (!onlyLess || before) place.isAsked = isAsked(place);
          const isDecided = place.isAsked !== before;
          const isComputed = place.item.calculated !== undefined && compute(place);
          if (isDecided || isComputed) version += 1;
          if (isDecided || (isComputed && !onlyLess)) isChanged = true;
        }
      return isChanged;
    }
    let isOpen = decide(false) && isCircular;
    for (let round = 1; isOpen && round < mostRounds; round += 1) isOpen = decide(false);
    // The conditions do not settle. From here on questions are only removed, which must end; what is left agrees with the answers that are
    // sent.
    while (isOpen) isOpen = decide(true);
  }
  return {
    places,
    entries,
    said,
    isRowInUse,
    isOverBudget: () => budget.left < 0,
    brokenConstraint: (place) =>
      place.item.constraints === undefined ? undefined : expressions?.brokenConstraint(place, view),
  };
}

/** Every place of a form with these answers, in the order of asking; the items of a repeating group once for each of its rows. */
export function placesOf(form: Form, answers: readonly Answer[]): ItemPlace[] {
  return [...evaluate(form, answers).places];
}

/**
 * The circles of items whose conditions or computed answers need each other, so that no order of evaluation is right. Only items that an
 * expression names count, because one that reads all answers need not depend on each of them.
 */
export function circlesOf(form: Form): QuestionnaireItem[][] {
  const structure = structureOf(form.items);
  const expressions = expressionsOf(structure, form);
  const circles: QuestionnaireItem[][] = [];
  inOrder(
    structure,
    (node) => [
      ...(node.item.enableWhen?.conditions ?? []).map(({ questionnaireItemId }) => questionnaireItemId),
      ...(expressions?.itemsNamedBy(node) ?? []),
    ],
    (nodes) => circles.push(nodes.map(({ item }) => item)),
  );
  return circles;
}
