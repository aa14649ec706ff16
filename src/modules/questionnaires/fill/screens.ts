import { type ItemOf, type ItemType, type QuestionnaireItem, type QuestionnaireItemId, isForPerson } from '@portal/api';

type MatrixRowType =
  | 'SingleSelectionRadioButtonQuestion'
  | 'SingleSelectionDropdownQuestion'
  | 'MultiSelectionQuestion';
/** A selection item that is a row of a matrix (rulings, section 8). */
export type MatrixRow = ItemOf<MatrixRowType>;

/** What is shown as one piece: a question with those under it, a matrix with its rows, a group with its content. */
export interface Block {
  readonly item: QuestionnaireItem;
  /** The rows of a matrix; empty for every other item. */
  readonly rows: readonly MatrixRow[];
  /** The content of a group; empty for every other item. */
  readonly inside: readonly Block[];
  /** The questions that depend on its answer, shown below it. */
  readonly follows: readonly Block[];
}

const rowTypes: ReadonlySet<ItemType> = new Set<MatrixRowType>([
  'SingleSelectionRadioButtonQuestion',
  'SingleSelectionDropdownQuestion',
  'MultiSelectionQuestion',
]);
const canBeRow = (item: QuestionnaireItem): item is MatrixRow =>
  rowTypes.has(item.questionnaireItemType) && item.questionMatrixGuid !== null;
const inOrder = <Item extends { readonly sortOrder: number }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => a.sortOrder - b.sortOrder);
const optionTexts = (row: MatrixRow): string =>
  JSON.stringify(inOrder(row.listAnswers).map((option) => [option.answerText, option.isOtherOption]));

export const optionsOf = (item: MatrixRow) => inOrder(item.listAnswers);

interface Matrices {
  readonly rowsByHeading: ReadonlyMap<QuestionnaireItemId, MatrixRow[]>;
  readonly headingByRow: ReadonlyMap<QuestionnaireItemId, QuestionnaireItemId>;
}

/** A row belongs to its heading, wherever it was listed; one with other options than the first row is a question of its own. */
function matricesOf(ordered: readonly QuestionnaireItem[]): Matrices {
  const rowsByHeading = new Map<QuestionnaireItemId, MatrixRow[]>();
  const headingByRow = new Map<QuestionnaireItemId, QuestionnaireItemId>();
  const headings = new Map<string, QuestionnaireItemId>();
  for (const item of ordered) {
    if (
      item.questionnaireItemType !== 'QuestionMatrixGrouping' ||
      item.questionMatrixGuid === null ||
      headings.has(item.questionMatrixGuid)
    )
      continue;
    headings.set(item.questionMatrixGuid, item.questionnaireItemId);
    rowsByHeading.set(item.questionnaireItemId, []);
  }
  for (const item of ordered) {
    if (!canBeRow(item)) continue;
    const heading = headings.get(item.questionMatrixGuid ?? '');
    const rows = heading === undefined ? undefined : rowsByHeading.get(heading);
    const first = rows?.[0];
    if (heading === undefined || !rows || (first && optionTexts(first) !== optionTexts(item))) continue;
    rows.push(item);
    headingByRow.set(item.questionnaireItemId, heading);
  }
  return { rowsByHeading, headingByRow };
}

/** The one item whose answer decides whether this one is asked; null where there is none, or more than one. */
export const deciderOf = ({ enableWhen }: QuestionnaireItem): QuestionnaireItemId | null => {
  const [first, ...more] = enableWhen?.conditions ?? [];
  return first && more.every((one) => one.questionnaireItemId === first.questionnaireItemId)
    ? first.questionnaireItemId
    : null;
};

interface GrowingBlock extends Block {
  readonly rows: readonly MatrixRow[];
  readonly inside: GrowingBlock[];
  readonly follows: GrowingBlock[];
  /** How many questions it depends on, one under the other. */
  readonly depth: number;
  /** The list that contains it. */
  readonly among: GrowingBlock[];
}

/** Deeper ones are shown beside the question that they depend on, because a phone has no room for more indents. */
const deepestFollow = 2;

/**
 * Groups items into blocks, in order. Children of a group are inside it. Children of a question, and questions right after the only
 * question that decides about them, are shown below that question. Only hidden items are left out.
 */
export function blocksOf(items: readonly QuestionnaireItem[]): Block[] {
  const ordered = inOrder(items);
  const { rowsByHeading, headingByRow } = matricesOf(ordered.filter((item) => item.isHidden !== true));
  const top: GrowingBlock[] = [];
  const byItem = new Map<QuestionnaireItemId, GrowingBlock>();
  const hidden = new Set<QuestionnaireItemId>();
  /** The list for a block that depends on another one. */
  const below = (decider: GrowingBlock) =>
    decider.depth >= deepestFollow
      ? { among: decider.among, depth: decider.depth }
      : { among: decider.follows, depth: decider.depth + 1 };
  for (const item of ordered) {
    const id = item.questionnaireItemId;
    const { parentItemId } = item;
    if (item.isHidden === true || (parentItemId !== undefined && hidden.has(parentItemId))) {
      hidden.add(id);
      continue;
    }
    const heading = headingByRow.get(id);
    if (heading !== undefined) continue;
    const parent = parentItemId === undefined ? undefined : byItem.get(headingByRow.get(parentItemId) ?? parentItemId);
    let place: Pick<GrowingBlock, 'among' | 'depth'> = { among: top, depth: 0 };
    if (parent?.item.questionnaireItemType === 'QuestionGroup') place = { among: parent.inside, depth: 0 };
    else if (parent && isHeadingItem(parent.item)) place = { among: parent.among, depth: parent.depth };
    else if (parent) place = below(parent);
    const decider = deciderOf(item);
    if (decider !== null && (item.questionnaireItemType !== 'SectionHeader' || item.isText)) {
      const block = byItem.get(headingByRow.get(decider) ?? decider);
      if (block && !isHeadingItem(block.item) && isLastOf(place.among, block)) place = below(block);
    }
    const block: GrowingBlock = { item, rows: rowsByHeading.get(id) ?? [], inside: [], follows: [], ...place };
    place.among.push(block);
    byItem.set(id, block);
  }
  return top;
}

const isHeadingItem = ({ questionnaireItemType: type }: QuestionnaireItem): boolean =>
  type === 'SectionHeader' || type === 'QuestionMatrixGrouping';

/** True for the last block of a list, and for the blocks below it. */
function isLastOf(list: readonly GrowingBlock[], block: GrowingBlock): boolean {
  const last = list.at(-1);
  return last !== undefined && (last === block || isLastOf(last.follows, block));
}

/** True for a heading, and for words to read among the questions. */
export const isHeading = ({ item }: Block): boolean => item.questionnaireItemType === 'SectionHeader';

/** The questions of a block: itself, the rows of a matrix, and those inside and below it. */
export const answerableOf = ({ item, rows, inside, follows }: Block): QuestionnaireItemId[] => [
  ...(isForPerson(item) ? [item.questionnaireItemId] : []),
  ...rows.map((row) => row.questionnaireItemId),
  ...inside.flatMap(answerableOf),
  ...follows.flatMap(answerableOf),
];
