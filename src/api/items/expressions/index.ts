import type { Expression, ResponseNode } from '../../formLogic.ts';
import type { QuestionnaireItemId } from '../../ids.ts';
import { type Form, type Slot, slotOf } from '../form.ts';
import { type ItemNode, type OpenPlace, structureOf } from '../structure.ts';
import { evaluate } from './evaluator.ts';
import { withBudget } from './budget.ts';
import type { ExpressionEngine, FormExpressions } from './engine.ts';
import { patientValues } from './profile.ts';
import { type Reads, readsOf } from './reads.ts';
import { responseTree, type ResponseTree, type SheetView } from './response.ts';
import type { Scope } from './scope.ts';
import { answersOf } from './results.ts';
import { ExpressionError, isRecord, type Values } from './values.ts';

export { answersOfProfile } from './profile.ts';
export { responseType } from './reads.ts';
export { ExpressionError } from './values.ts';
export { ownVariables, supported, type SupportedOptions } from './supported.ts';

const codeSystems: Readonly<Record<string, string>> = {
  ucum: 'http://unitsofmeasure.org',
  sct: 'http://snomed.info/sct',
  loinc: 'http://loinc.org',
};
const ordinalValue = 'http://hl7.org/fhir/StructureDefinition/ordinalValue';
const complex = (data: Readonly<Record<string, unknown>>): Values => [{ kind: 'complex', type: null, data }];

/** The part of the questionnaire that scores read: its options and their weights. */
const questionnaireItem = (node: ResponseNode): Readonly<Record<string, unknown>> => ({
  linkId: node.linkId,
  type: node.type,
  answerOption: node.options.map(({ element, value, weight }) => ({
    ...(weight === null ? {} : { extension: [{ url: ordinalValue, valueDecimal: weight }] }),
    [element]: value,
  })),
  item: node.item.map(questionnaireItem),
});

/** Writes the weights of options as FHIR does, wherever their source has them. */
const withWorth = (node: ResponseNode): ResponseNode => ({
  ...node,
  options: node.options.map((option) =>
    option.weight !== null && isRecord(option.value) && !('extension' in option.value)
      ? { ...option, value: { ...option.value, extension: [{ url: ordinalValue, valueDecimal: option.weight }] } }
      : option,
  ),
  item: node.item.map(withWorth),
});

function prepare({ items, formLogic = { nodes: [], variables: [] } }: Form): FormExpressions {
  const forest = formLogic.nodes.map(withWorth);
  const structure = structureOf(items);
  const nodeById = new Map<QuestionnaireItemId, ResponseNode>();
  const nodesByLinkId = new Map<string, ResponseNode[]>();
  const worth = new WeakMap<object, number>();
  const parentOf = new Map<ResponseNode, ResponseNode>();
  const all: ResponseNode[] = [];
  (function index(nodes: readonly ResponseNode[]): void {
    for (const node of nodes) {
      all.push(node);
      if (node.questionnaireItemId !== null && node.otherOf === null) nodeById.set(node.questionnaireItemId, node);
      if (node.rowsItemId !== undefined) nodeById.set(node.rowsItemId, node);
      nodesByLinkId.set(node.linkId, [...(nodesByLinkId.get(node.linkId) ?? []), node]);
      for (const { value, weight } of node.options)
        if (weight !== null && typeof value === 'object' && value !== null) worth.set(value, weight);
      for (const child of node.item) parentOf.set(child, node);
      index(node.item);
    }
  })(forest);
  const questionnaire = complex({ resourceType: 'Questionnaire', item: forest.map(questionnaireItem) });

  /** The variable of a name that is visible at an item: from the nearest item around it, else from the questionnaire. */
  function variableAt(name: string, at: ItemNode | null) {
    for (let node = at; ; node = node.parent) {
      const id = node === null ? null : node.item.questionnaireItemId;
      const found = formLogic.variables.find((one) => one.name === name && one.questionnaireItemId === id);
      if (found || node === null) return found;
    }
  }
  const nodeAt = (id: QuestionnaireItemId | null): ItemNode | null =>
    id === null ? null : (structure.nodeById.get(id) ?? null);

  const readsByExpression = new Map<Expression, Reads>();
  function readsAt(expression: Expression, at: ItemNode | null): Reads {
    const known = readsByExpression.get(expression);
    if (known) return known;
    // Variables that need each other count as reading everything. A variable that only needs earlier ones does not come here again.
    readsByExpression.set(expression, 'all');
    const own = at === null ? null : (nodeById.get(at.item.questionnaireItemId)?.linkId ?? null);
    const reads = readsOf(expression, own, (name) => {
      const variable = variableAt(name, at);
      return variable ? readsAt(variable.expression, nodeAt(variable.questionnaireItemId)) : null;
    });
    readsByExpression.set(expression, reads);
    return reads;
  }

  const wantedByReads = new Map<Reads, ReadonlySet<ResponseNode>>();
  /** The nodes that are read: the named ones and all below them. */
  function wantedBy(reads: Exclude<Reads, 'all'>): ReadonlySet<ResponseNode> {
    const known = wantedByReads.get(reads);
    if (known) return known;
    const wanted = new Set<ResponseNode>();
    const add = (node: ResponseNode): void => {
      wanted.add(node);
      node.item.forEach(add);
    };
    for (const linkId of reads) (nodesByLinkId.get(linkId) ?? []).forEach(add);
    wantedByReads.set(reads, wanted);
    return wanted;
  }
  /** A part of the tree with the parents of its nodes, so that a path finds them. */
  const around = new Map<Reads, readonly ResponseNode[]>();
  function forestOf(reads: Exclude<Reads, 'all'>): readonly ResponseNode[] {
    const known = around.get(reads);
    if (known) return known;
    const kept = new Set<ResponseNode>(wantedBy(reads));
    for (const node of wantedBy(reads))
      for (let up = parentOf.get(node); up !== undefined && !kept.has(up); up = parentOf.get(up)) kept.add(up);
    const cut = (nodes: readonly ResponseNode[]): ResponseNode[] =>
      nodes.flatMap((node) =>
        !kept.has(node) ? [] : wantedBy(reads).has(node) ? [node] : [{ ...node, item: cut(node.item) }],
      );
    const part = cut(forest);
    around.set(reads, part);
    return part;
  }

  const wholes = new WeakMap<
    SheetView,
    { readonly version: number; readonly without: Slot | null; readonly tree: ResponseTree }
  >();
  function treeFor(reads: Reads, view: SheetView, without: Slot | null): ResponseTree {
    if (reads !== 'all') {
      const wanted = wantedBy(reads);
      return responseTree(forestOf(reads), view, worth, (node) => wanted.has(node), without);
    }
    const known = wholes.get(view);
    if (known?.version === view.version && known.without === without) return known.tree;
    const tree = responseTree(forest, view, worth, () => true, without);
    wholes.set(view, { version: view.version, without, tree });
    return tree;
  }

  function valuesAt(expression: Expression, place: OpenPlace, view: SheetView, without: Slot | null): Values {
    const tree = treeFor(readsAt(expression, place.node), view, without);
    const resource = complex(tree.root);
    const known = new Map<Expression, Values | 'open'>();
    const contextOf = (node: ItemNode | null): Values => {
      if (node === null) return resource;
      const id = node.item.questionnaireItemId;
      // Where the context is an item around the place, only the rows that contain the place count; for a repeating group it is that one
      // row.
      const depth = node.groups.length + (place.node.groups.includes(id) ? 1 : 0);
      const linkId = nodeById.get(id)?.linkId;
      return complex(
        tree.itemBySlot.get(slotOf(id, place.rowPath.slice(0, depth))) ?? (linkId === undefined ? {} : { linkId }),
      );
    };
    const scopeAt = (node: ItemNode | null): Scope => ({
      focus: contextOf(node),
      today: view.today,
      weightOf: (data) => worth.get(data),
      variable(name) {
        if (name === 'resource') return resource;
        if (name === 'context') return contextOf(node);
        if (name === 'questionnaire') return questionnaire;
        if (name === 'qitem') {
          const own = node === null ? undefined : nodeById.get(node.item.questionnaireItemId);
          return own ? complex(questionnaireItem(own)) : [];
        }
        const system = codeSystems[name];
        if (system !== undefined) return [system];
        const variable = variableAt(name, node);
        if (!variable && name === 'patient') return patientValues(view.patient);
        if (!variable) throw new ExpressionError(`there is no variable "%${name}"`);
        const before = known.get(variable.expression);
        if (before === 'open') throw new ExpressionError(`the variable "%${name}" needs itself`);
        if (before) return before;
        known.set(variable.expression, 'open');
        const values = evaluate(variable.expression, scopeAt(nodeAt(variable.questionnaireItemId)));
        known.set(variable.expression, values);
        return values;
      },
    });
    return evaluate(expression, scopeAt(place.node));
  }

  /** The value of an expression at a place; null when it cannot be evaluated. */
  function attempt(expression: Expression, place: OpenPlace, view: SheetView, without: Slot | null): Values | null {
    try {
      return withBudget(view.budget, () => valuesAt(expression, place, view, without));
    } catch (error) {
      if (error instanceof ExpressionError || error instanceof RangeError || error instanceof SyntaxError) return null;
      throw error;
    }
  }

  function itemsReadBy({ item }: ItemNode): ReadonlySet<QuestionnaireItemId> {
    const ids = new Set<QuestionnaireItemId>();
    const node = structure.nodeById.get(item.questionnaireItemId) ?? null;
    for (const expression of [item.enableWhenExpression, item.calculated]) {
      if (!expression) continue;
      const reads = readsAt(expression, node);
      for (const { questionnaireItemId, rowsItemId } of reads === 'all' ? all : wantedBy(reads)) {
        if (questionnaireItemId !== null) ids.add(questionnaireItemId);
        if (rowsItemId !== undefined) ids.add(rowsItemId);
      }
    }
    ids.delete(item.questionnaireItemId);
    return ids;
  }

  /** The items whose linkIds an item's expressions name, directly or through variables, without the items below them. */
  function itemsNamedBy({ item }: ItemNode): QuestionnaireItemId[] {
    const at = structure.nodeById.get(item.questionnaireItemId) ?? null;
    return [item.enableWhenExpression, item.calculated].flatMap((expression) => {
      const reads = expression ? readsAt(expression, at) : 'all';
      return reads === 'all'
        ? []
        : [...reads]
            .flatMap((linkId) => nodesByLinkId.get(linkId) ?? [])
            .flatMap(({ questionnaireItemId: id }) => (id === null || id === item.questionnaireItemId ? [] : [id]));
    });
  }

  return {
    itemsReadBy,
    itemsNamedBy,
    isMet(place, view) {
      const { enableWhenExpression } = place.item;
      if (!enableWhenExpression) return true;
      const values = attempt(enableWhenExpression, place, view, null);
      // If it cannot be decided, the question is asked: an unneeded answer is better than a question that is never asked.
      return values === null || (values.length > 0 && values.every((value) => value !== false));
    },
    compute(place, view) {
      const { calculated } = place.item;
      const values = calculated && attempt(calculated, place, view, place.slot);
      return values ? answersOf(place.item, nodeById.get(place.item.questionnaireItemId), values) : [];
    },
    brokenConstraint(place, view) {
      return (place.item.constraints ?? []).find(({ expression }) => {
        const values = attempt(expression, place, view, null);
        return values?.length === 1 && values[0] === false;
      });
    },
  };
}

const prepared = new WeakMap<Form['items'], FormExpressions>();

/** The evaluator of expressions (`installExpressions`). */
export const expressions: ExpressionEngine = {
  of(form) {
    const known = prepared.get(form.items);
    if (known) return known;
    const own = prepare(form);
    prepared.set(form.items, own);
    return own;
  },
};
