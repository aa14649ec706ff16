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

/** What never changes about a form while it is filled in. */
export interface FormParts {
  readonly itemById: ReadonlyMap<QuestionnaireItemId, QuestionnaireItem>;
  /** True where nothing hangs on anything: every question is asked, once, whatever is answered. */
  readonly isPlain: boolean;
  /** True where this answer can change what is asked, or what is computed. */
  readonly decides: (id: QuestionnaireItemId) => boolean;
  /** The slot of an item for somebody in these rows; those further in than the item play no part. */
  readonly slotIn: (rowPath: readonly number[], id: QuestionnaireItemId) => Slot;
  /** The rows that an item stands in, of these. */
  readonly rowsAround: (rowPath: readonly number[], id: QuestionnaireItemId) => readonly number[];
}

const noRows: readonly number[] = [];

/** Reads what never changes off a form. */
export function formPartsOf({ items, formLogic }: Form): FormParts {
  const itemById = new Map(items.map((item) => [item.questionnaireItemId, item]));
  const depths = new Map<QuestionnaireItemId, number>();
  const depthOf = (item: QuestionnaireItem, seen = 0): number => {
    const known = depths.get(item.questionnaireItemId);
    if (known !== undefined) return known;
    const parent = item.parentItemId === undefined ? undefined : itemById.get(item.parentItemId);
    // Parents that go round in a circle are no rows.
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
    rowsAround,
    slotIn: (rowPath, id) => slotOf(id, rowsAround(rowPath, id)),
  };
}

/** The entry of a question whose first answer was taken back: nothing is put in its place again, and nothing is sent. */
const takenBack = (id: QuestionnaireItemId): Answer => ({ questionnaireItemId: id, textAnswer: '' });

/** True for a question that begins with an answer which the person may change. */
export const beginsAnswered = (item: QuestionnaireItem, rowPath: readonly number[]): boolean =>
  item.initial !== undefined && isForPerson(item) && initialIn(item, rowPath).length > 0;

/** Entries as the sheet keeps them: where they stand, and that a first answer was taken back. */
export function storedEntries(
  item: QuestionnaireItem,
  rowPath: readonly number[],
  entries: readonly Answer[],
): readonly Answer[] {
  const all = entries.length === 0 && beginsAnswered(item, rowPath) ? [takenBack(item.questionnaireItemId)] : entries;
  return rowPath.length === 0 ? all : all.map((entry) => ({ ...entry, rowPath: [...rowPath] }));
}

/** The answer that a question begins with. */
export const initialEntries = (item: QuestionnaireItem, rowPath: readonly number[]): readonly Answer[] =>
  storedEntries(
    item,
    rowPath,
    initialIn(item, rowPath).map((value) => ({ ...value, questionnaireItemId: item.questionnaireItemId })),
  );

/** The rows that a group begins with; one empty row is shown even where none is needed. */
export const firstRows = (item: QuestionnaireItem): readonly number[] =>
  isRepeatingGroup(item) ? rowsOf(item, []) : noRows;
