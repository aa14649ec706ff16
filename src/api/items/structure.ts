import type { QuestionnaireItemId } from '../ids.ts';
import { type Answer, mostRows, type QuestionnaireItem } from '../questionnaireItems.ts';
import { isRepeatingGroup, type RepeatingGroup, type Slot, slotOf } from './form.ts';

export interface ItemNode {
  readonly item: QuestionnaireItem;
  readonly parent: ItemNode | null;
  readonly children: readonly ItemNode[];
  /** The repeating groups around it, the outermost first. */
  readonly groups: readonly QuestionnaireItemId[];
}

/** The items of a questionnaire as a tree. It depends only on the items and is made once. */
export interface Structure {
  readonly roots: readonly ItemNode[];
  readonly nodeById: ReadonlyMap<QuestionnaireItemId, ItemNode>;
  readonly hasRows: boolean;
  /** False for a plain questionnaire: everything is asked, and nothing is computed. */
  readonly isConditional: boolean;
  /** True when an expression decides or computes something. */
  readonly hasExpressions: boolean;
}

const structures = new WeakMap<readonly QuestionnaireItem[], Structure>();

/** The parent of an item; none when it is missing, or when the parents form a circle. */
function parentOf(
  item: QuestionnaireItem,
  itemById: ReadonlyMap<QuestionnaireItemId, QuestionnaireItem>,
): QuestionnaireItem | undefined {
  const parent = item.parentItemId === undefined ? undefined : itemById.get(item.parentItemId);
  const seen = new Set([item]);
  for (let one = parent; one !== undefined; one = one.parentItemId ? itemById.get(one.parentItemId) : undefined) {
    if (seen.has(one)) return undefined;
    seen.add(one);
  }
  return parent;
}

/** The tree of these items, in the order of asking. */
export function structureOf(items: readonly QuestionnaireItem[]): Structure {
  const known = structures.get(items);
  if (known) return known;
  const ordered = items.toSorted((a, b) => a.sortOrder - b.sortOrder);
  const itemById = new Map(ordered.map((item) => [item.questionnaireItemId, item]));
  const under = new Map<QuestionnaireItem | undefined, QuestionnaireItem[]>();
  for (const item of ordered) {
    const parent = parentOf(item, itemById);
    const siblings = under.get(parent);
    if (siblings) siblings.push(item);
    else under.set(parent, [item]);
  }
  const nodeById = new Map<QuestionnaireItemId, ItemNode>();
  function nodeOf(item: QuestionnaireItem, parent: ItemNode | null): ItemNode {
    const groups =
      parent === null
        ? []
        : isRepeatingGroup(parent.item)
          ? [...parent.groups, parent.item.questionnaireItemId]
          : parent.groups;
    const children: ItemNode[] = [];
    const node: ItemNode = { item, parent, children, groups };
    nodeById.set(item.questionnaireItemId, node);
    for (const child of under.get(item) ?? []) children.push(nodeOf(child, node));
    return node;
  }
  const roots = (under.get(undefined) ?? []).map((item) => nodeOf(item, null));
  const hasExpressions = items.some(
    ({ enableWhenExpression, calculated, constraints }) => enableWhenExpression ?? calculated ?? constraints,
  );
  const isConditional = hasExpressions || items.some(({ enableWhen }) => enableWhen !== undefined);
  const structure = { roots, nodeById, hasRows: items.some(isRepeatingGroup), isConditional, hasExpressions };
  structures.set(items, structure);
  return structure;
}

/** The rows of a repeating group in their order: those in its entry, else as many as it starts with or requires, at least one. */
export function rowsOf({ occurs, rowsAtFirst = 1 }: RepeatingGroup, entries: readonly Answer[]): readonly number[] {
  const named = entries.find(({ rows }) => rows !== undefined)?.rows;
  if (named) return [...new Set(named)];
  return Array.from({ length: Math.min(mostRows, Math.max(rowsAtFirst, occurs.least)) }, (_, index) => index + 1);
}

/** A place before it is decided whether it is asked. */
export interface OpenPlace {
  readonly node: ItemNode;
  readonly item: QuestionnaireItem;
  readonly rowPath: readonly number[];
  readonly slot: Slot;
  readonly parent: OpenPlace | null;
  isAsked: boolean;
}

/** Most places. Answers that name rows in rows could open any number; nobody fills in so many. */
const mostPlaces = 20_000;

/** The places of questionnaires without rows and conditions, which are the same for all answers. */
const plainPlaces = new WeakMap<Structure, readonly OpenPlace[]>();

/** Every place of the rows that the answers have, all of them as asked. */
export function openPlaces(structure: Structure, entries: ReadonlyMap<Slot, readonly Answer[]>): readonly OpenPlace[] {
  const isPlain = !structure.hasRows && !structure.isConditional;
  const known = isPlain ? plainPlaces.get(structure) : undefined;
  if (known) return known;
  const places: OpenPlace[] = [];
  function open(node: ItemNode, parent: OpenPlace | null, rowPath: readonly number[]): void {
    const { item } = node;
    const place = { node, item, parent, rowPath, slot: slotOf(item.questionnaireItemId, rowPath), isAsked: true };
    places.push(place);
    if (!isRepeatingGroup(item)) for (const child of node.children) open(child, place, rowPath);
    else
      for (const row of rowsOf(item, entries.get(place.slot) ?? [])) {
        if (places.length > mostPlaces) return;
        const inRow = [...rowPath, row];
        for (const child of node.children) open(child, place, inRow);
      }
  }
  for (const root of structure.roots) open(root, null, []);
  if (isPlain) plainPlaces.set(structure, places);
  return places;
}
