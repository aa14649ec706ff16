import type { ItemOf, ItemType, QuestionnaireItem, QuestionnaireItemId } from '@portal/api';

type MatrixRowType =
  | 'SingleSelectionRadioButtonQuestion'
  | 'SingleSelectionDropdownQuestion'
  | 'MultiSelectionQuestion';
/** A selection item that is a row of a matrix (rulings, section 8). */
export type MatrixRow = ItemOf<MatrixRowType>;

/** What is shown as one piece: a question, or a matrix with its rows. */
export interface Block {
  readonly item: QuestionnaireItem;
  /** The rows of a matrix; empty for every other item. */
  readonly rows: readonly MatrixRow[];
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

/** Options in the order in which they are shown. */
export const optionsOf = (item: MatrixRow) => inOrder(item.listAnswers);

/**
 * Groups items into what is shown as one piece, in order. A row stands with its heading, wherever it was listed; a row
 * without a heading, or with other options than the first row, is a question of its own, so that nothing is ever left out.
 */
export function blocksOf(items: readonly QuestionnaireItem[]): Block[] {
  const ordered = inOrder(items);
  const rowsByHeading = new Map<QuestionnaireItemId, MatrixRow[]>();
  const inMatrix = new Set<QuestionnaireItemId>();
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
    if (!rows || (first && optionTexts(first) !== optionTexts(item))) continue;
    rows.push(item);
    inMatrix.add(item.questionnaireItemId);
  }
  return ordered
    .filter((item) => !inMatrix.has(item.questionnaireItemId))
    .map((item) => ({ item, rows: rowsByHeading.get(item.questionnaireItemId) ?? [] }));
}

/** One screen of the kiosk: the headings that lead to a question, and the question. */
export interface QuestionScreen {
  /** Section headers, in order, that join this question. */
  readonly headings: readonly ItemOf<'SectionHeader'>[];
  /** The question, or null where headers close the questionnaire. */
  readonly block: Block | null;
  /** The items of this screen that take answers, the rows of a matrix among them. */
  readonly answerable: readonly QuestionnaireItemId[];
}

/** The questions of a piece: itself, of a matrix its rows, of a heading none. */
export const answerableOf = ({ item, rows }: Block): QuestionnaireItemId[] =>
  item.questionnaireItemType === 'QuestionMatrixGrouping'
    ? rows.map((row) => row.questionnaireItemId)
    : item.questionnaireItemType === 'SectionHeader'
      ? []
      : [item.questionnaireItemId];

/**
 * Splits a questionnaire into kiosk screens, one question each (visual language, section 10). A section header joins the
 * next question, a matrix is one screen, and headers at the end get a screen of their own.
 */
export function questionScreens(items: readonly QuestionnaireItem[]): QuestionScreen[] {
  const screens: QuestionScreen[] = [];
  let headings: ItemOf<'SectionHeader'>[] = [];
  for (const block of blocksOf(items)) {
    if (block.item.questionnaireItemType === 'SectionHeader') {
      headings.push(block.item);
      continue;
    }
    screens.push({ headings, block, answerable: answerableOf(block) });
    headings = [];
  }
  if (headings.length > 0) screens.push({ headings, block: null, answerable: [] });
  return screens;
}
