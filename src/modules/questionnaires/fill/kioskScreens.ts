import { type ItemOf, type QuestionnaireItem, isAnswered, isForPerson, isRepeatingGroup } from '@portal/api';
import type { AnswerSheet, EnabledQuestion } from './answerSheet.ts';
import type { Block } from './screens.ts';
import { isSeen, questionsOf, sheetsOfRows } from './sheetWalk.ts';

/** A text above a question, with the rows that it belongs to. */
interface ScreenText {
  readonly item: QuestionnaireItem;
  readonly sheet: AnswerSheet;
}

/** One screen of the kiosk: texts, and the question. */
export interface QuestionScreen {
  /** A key that is the same for the same question in the same row. */
  readonly key: string;
  /** Headings, names of groups and texts, in order, above this question. */
  readonly headings: readonly ScreenText[];
  readonly sheet: AnswerSheet;
  /** The question, or null where texts end the questionnaire, or where the screen asks for another row. */
  readonly block: Block | null;
  /** The group that may get another row here. */
  readonly more: ItemOf<'QuestionGroup'> | null;
  /** The questions of this screen, the rows of a matrix among them. */
  readonly answerable: readonly EnabledQuestion[];
}

/**
 * Splits a questionnaire into kiosk screens, one question each (visual language, section 10). A text joins the next question, a matrix is
 * one screen, and texts at the end get a screen of their own. After the last row of a group a screen asks for another one.
 */
export function questionScreens(whole: AnswerSheet): QuestionScreen[] {
  const screens: QuestionScreen[] = [];
  let headings: ScreenText[] = [];
  const add = (screen: Omit<QuestionScreen, 'headings'>): void => {
    screens.push({ ...screen, headings });
    headings = [];
  };
  const asked = (sheet: AnswerSheet, item: QuestionnaireItem): EnabledQuestion => ({
    item,
    sheet,
    slot: sheet.slot(item.questionnaireItemId),
  });
  const walk = (sheet: AnswerSheet, blocks: readonly Block[]): void => {
    for (const block of blocks) {
      const { item, rows } = block;
      const key = sheet.slot(item.questionnaireItemId);
      const screen = { key, sheet, block, more: null };
      if (!isSeen(sheet, block)) {
        walk(sheet, block.follows);
        continue;
      }
      if (item.questionnaireItemType === 'QuestionGroup') {
        if (item.formattedText !== '') headings.push({ item, sheet });
        if (isRepeatingGroup(item)) {
          for (const row of sheetsOfRows(sheet, item)) walk(row, block.inside);
          add({ ...screen, key: `${key}+`, block: null, more: item, answerable: [] });
        } else walk(sheet, block.inside);
      } else if (rows.length > 0)
        add({ ...screen, answerable: sheet.rows(item.questionnaireItemId).map((row) => asked(sheet, row)) });
      else if (isForPerson(item)) add({ ...screen, answerable: [asked(sheet, item)] });
      else headings.push({ item, sheet });
      walk(sheet, block.follows);
    }
  };
  walk(whole, whole.blocks);
  if (headings.length > 0) add({ key: 'end', sheet: whole, block: null, more: null, answerable: [] });
  return screens;
}

/** True where the screen would ask for another row while the only one is empty. */
export function hasOnlyAnEmptyRow({ more, sheet }: QuestionScreen): boolean {
  if (more === null) return false;
  const [row, ...others] = sheetsOfRows(sheet, more);
  if (row === undefined || others.length > 0) return false;
  return questionsOf(row, sheet.inside(more.questionnaireItemId)).every(
    (question) => !isAnswered(question.item, question.sheet.view(question.item.questionnaireItemId).entries),
  );
}

/** The index of the screen with a question; -1 where it is not asked. */
export const screenWith = (screens: readonly QuestionScreen[], slot: EnabledQuestion['slot']): number =>
  screens.findIndex(({ key, answerable }) => key === `${slot}+` || answerable.some((one) => one.slot === slot));
