import {
  type Answer,
  type Form,
  type QuestionnaireItem,
  type QuestionnaireItemId,
  type Slot,
  initialIn,
  isForPerson,
  isRepeatingGroup,
  rowsOf,
  slotOf,
} from '@portal/api';

/** The parts of a form that never change while it is filled in. */
export interface FormParts {
  readonly itemById: ReadonlyMap<QuestionnaireItemId, QuestionnaireItem>;
  /** True where the form has no conditions and no rows: every question is asked, once. */
  readonly isPlain: boolean;
  /** True where this answer can change what is asked, or what is computed. */
  readonly decides: (id: QuestionnaireItemId) => boolean;
  /** The slot of an item in these rows; rows further in than the item are ignored. */
  readonly slotIn: (rowPath: readonly number[], id: QuestionnaireItemId) => Slot;
}

const noRows: readonly number[] = [];

/** Computes the parts of a form that never change. */
export function formPartsOf({ items, formLogic }: Form): FormParts {
  const itemById = new Map(items.map((item) => [item.questionnaireItemId, item]));
  const depths = new Map<QuestionnaireItemId, number>();
  const depthOf = (item: QuestionnaireItem, seen = 0): number => {
    const known = depths.get(item.questionnaireItemId);
    if (known !== undefined) return known;
    const parent = item.parentItemId === undefined ? undefined : itemById.get(item.parentItemId);
    // Parents in a circle are no rows.
    const depth = parent && seen < items.length ? depthOf(parent, seen + 1) + (isRepeatingGroup(parent) ? 1 : 0) : 0;
    depths.set(item.questionnaireItemId, depth);
    return depth;
  };
  const deciding = new Set<QuestionnaireItemId>();
  let isPlain = formLogic === undefined;
  let decidesAll = formLogic !== undefined;
  for (const item of items) {
    depthOf(item);
    for (const condition of item.enableWhen?.conditions ?? []) deciding.add(condition.questionnaireItemId);
    if (item.enableWhenExpression || item.calculated) decidesAll = true;
    if (
      item.enableWhen ||
      item.enableWhenExpression ||
      item.calculated ||
      item.constraints ||
      item.parentItemId !== undefined ||
      isRepeatingGroup(item)
    )
      isPlain = false;
  }
  const rowsAround = (rowPath: readonly number[], id: QuestionnaireItemId): readonly number[] => {
    const depth = depths.get(id) ?? 0;
    return depth === 0 ? noRows : rowPath.slice(0, depth);
  };
  return {
    itemById,
    isPlain,
    decides: (id) => decidesAll || deciding.has(id),
    slotIn: (rowPath, id) => slotOf(id, rowsAround(rowPath, id)),
  };
}

/** The entry of a question whose initial answer was cleared: it does not come back, and nothing is sent. */
const takenBack = (id: QuestionnaireItemId): Answer => ({ questionnaireItemId: id, textAnswer: '' });

/** True for a question with an initial answer which the person may change. */
export const beginsAnswered = (item: QuestionnaireItem, rowPath: readonly number[]): boolean =>
  item.initial !== undefined && isForPerson(item) && initialIn(item, rowPath).length > 0;

/** Entries as the sheet stores them: with their rows, and with a mark for a cleared initial answer. */
export function storedEntries(
  item: QuestionnaireItem,
  rowPath: readonly number[],
  entries: readonly Answer[],
): readonly Answer[] {
  const all = entries.length === 0 && beginsAnswered(item, rowPath) ? [takenBack(item.questionnaireItemId)] : entries;
  return rowPath.length === 0 ? all : all.map((entry) => ({ ...entry, rowPath: [...rowPath] }));
}

export const initialEntries = (item: QuestionnaireItem, rowPath: readonly number[]): readonly Answer[] =>
  storedEntries(
    item,
    rowPath,
    initialIn(item, rowPath).map((value) => ({ ...value, questionnaireItemId: item.questionnaireItemId })),
  );

/** The initial rows of a group; one empty row is shown even where none is required. */
export const firstRows = (item: QuestionnaireItem): readonly number[] =>
  isRepeatingGroup(item) ? rowsOf(item, []) : noRows;
