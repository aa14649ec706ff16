import { type QuestionnaireItem, isForPerson, isRepeatingGroup } from '@portal/api';

import type { Block } from './screens.ts';
import type { AnswerSheet, EnabledQuestion } from './sheet.ts';

/** The asked questions of these blocks, in the order of display: those in a group once for each row. */
export function questionsOf(sheet: AnswerSheet, blocks: readonly Block[]): EnabledQuestion[] {
  const asked: EnabledQuestion[] = [];
  const note = (within: AnswerSheet, item: QuestionnaireItem): void => {
    const id = item.questionnaireItemId;
    if (isForPerson(item) && within.isAsked(id)) asked.push({ item, slot: within.slot(id), sheet: within });
  };
  const walk = (within: AnswerSheet, all: readonly Block[]): void => {
    for (const { item, rows, inside, follows } of all) {
      note(within, item);
      for (const row of rows) note(within, row);
      for (const scope of sheetsOfRows(within, item)) walk(scope, inside);
      walk(within, follows);
    }
  };
  walk(sheet, blocks);
  return asked;
}

/** The sheets of a group's questions: one for each row, or the same one where it has no rows. */
export const sheetsOfRows = (sheet: AnswerSheet, item: QuestionnaireItem): readonly AnswerSheet[] =>
  isRepeatingGroup(item)
    ? sheet.rowNumbers(item.questionnaireItemId).map((row) => rowSheet(sheet, item, row))
    : [sheet];

export const rowSheet = (sheet: AnswerSheet, { questionnaireItemId }: QuestionnaireItem, row: number): AnswerSheet =>
  sheet.within([...sheet.slot(questionnaireItemId).split('/').slice(1).map(Number), row]);

/** True where a block shows something: it is asked, and a matrix or group has something in it that is. */
export function isSeen(sheet: AnswerSheet, { item, rows, inside }: Block): boolean {
  const id = item.questionnaireItemId;
  if (!sheet.isAsked(id)) return false;
  if (rows.length > 0) return sheet.rows(id).length > 0;
  if (item.questionnaireItemType !== 'QuestionGroup' || isRepeatingGroup(item)) return true;
  return inside.some((block) => isShown(sheet, block));
}

/** True where a block, or one below it, is shown. */
export const isShown = (sheet: AnswerSheet, block: Block): boolean =>
  isSeen(sheet, block) || block.follows.some((one) => isShown(sheet, one));

/** The heading of the matrix that an item is a row of. */
export const headingOf = (sheet: AnswerSheet, item: QuestionnaireItem): QuestionnaireItem | undefined =>
  item.questionMatrixGuid === null
    ? undefined
    : sheet.items.find(({ questionnaireItemId }) => sheet.rows(questionnaireItemId).some((row) => row === item));
