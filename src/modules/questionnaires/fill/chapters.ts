import { type ItemOf, type QuestionnaireItemId, type Slot, isAnswered } from '@portal/api';
import { sameAnswers } from '../../../data/drafts/record.ts';
import type { AnswerSheet, EnabledQuestion } from './answerSheet.ts';
import { type Block, answerableOf, isHeading } from './screens.ts';
import { initialEntries } from './formParts.ts';
import { questionsOf } from './sheetWalk.ts';

/** More questions than this are split into chapters. */
export const mostOnOnePage = 20;
/** Questions of a chapter where the form has no useful headings. */
const usual = 10;
/** Headings with fewer questions than this between them are texts, not chapters. */
const fewest = 3;

/** Some questions of a long questionnaire, on a page of their own. */
export interface Chapter {
  /** Its number, from 1. */
  readonly number: number;
  /** Its name; null where it is named by the numbers of its questions. */
  readonly heading: ItemOf<'SectionHeader'> | null;
  /** Which part of a long section it is. */
  readonly part: { readonly number: number; readonly of: number } | null;
  /** The numbers of its first and last question, from 1, including those that are not always asked. */
  readonly first: number;
  readonly last: number;
  /** Its blocks, without the heading that names it. */
  readonly blocks: readonly Block[];
  /** Its questions, whether they are asked or not. */
  readonly answerable: readonly QuestionnaireItemId[];
}

interface Section {
  heading: ItemOf<'SectionHeader'> | null;
  readonly blocks: Block[];
}

/** A text that depends on an answer never names a chapter; other texts only if there is no heading. */
const namesChapters = (blocks: readonly Block[]): ((block: Block) => boolean) => {
  const canName = ({ item }: Block, isText: boolean): boolean =>
    item.questionnaireItemType === 'SectionHeader' &&
    (item.isText ?? false) === isText &&
    item.enableWhen === undefined &&
    item.enableWhenExpression === undefined;
  const hasNames = blocks.some((block) => canName(block, false));
  return (block) => canName(block, !hasNames);
};
const questionsIn = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + answerableOf(block).length, 0);

/** Splits at headings; one that follows another at once, or ends the form, belongs to the section before it. */
function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [];
  const isName = namesChapters(blocks);
  for (const [at, block] of blocks.entries()) {
    const last = sections.at(-1);
    const closes = !blocks.slice(at).some((one) => !isHeading(one));
    const begins = isName(block) && !closes && (last === undefined || questionsIn(last.blocks) > 0);
    if (begins && block.item.questionnaireItemType === 'SectionHeader')
      sections.push({ heading: block.item, blocks: [] });
    else if (last) last.blocks.push(block);
    else sections.push({ heading: null, blocks: [block] });
  }
  return sections;
}

/** Parts of about equal length. A heading stays with the question below it, and a matrix is never split. */
function inParts(blocks: readonly Block[], parts: number): Block[][] {
  const total = questionsIn(blocks);
  const all: Block[][] = [[]];
  let before = 0;
  let headings: Block[] = [];
  for (const block of blocks) {
    if (isHeading(block)) {
      headings.push(block);
      continue;
    }
    const isFull = all.length < parts && before >= (total * all.length) / parts;
    if (isFull) all.push([]);
    all.at(-1)?.push(...headings, block);
    headings = [];
    before += answerableOf(block).length;
  }
  all.at(-1)?.push(...headings);
  return all;
}

/** The chapters of a questionnaire: by its headings, otherwise parts of a comfortable length. None where everything fits on one page. */
export function chaptersOf(blocks: readonly Block[]): readonly Chapter[] {
  const total = questionsIn(blocks);
  if (total <= mostOnOnePage) return [];
  const sections = sectionsOf(blocks);
  const areChapters = sections.length > 1 && total / sections.length >= fewest;
  const parts: Omit<Chapter, 'number' | 'first' | 'last' | 'answerable'>[] = [];
  for (const { heading, blocks: own } of areChapters ? sections : [{ heading: null, blocks: [...blocks] }]) {
    const long = questionsIn(own);
    const count = areChapters && long <= mostOnOnePage ? 1 : Math.ceil(long / usual);
    const pieces = inParts(own, count);
    for (const [at, piece] of pieces.entries())
      parts.push({
        heading,
        part: heading !== null && pieces.length > 1 ? { number: at + 1, of: pieces.length } : null,
        blocks: piece,
      });
  }
  let asked = 0;
  return parts.map((part, at): Chapter => {
    const answerable = part.blocks.flatMap(answerableOf);
    const first = asked + 1;
    asked += answerable.length;
    return { ...part, number: at + 1, first, last: asked, answerable };
  });
}

export interface ChapterState {
  readonly answered: number;
  readonly total: number;
  /** Required questions without an answer. */
  readonly needed: number;
  /** Answers that cannot be sent as they are. */
  readonly wrong: number;
}

export function chapterState(sheet: AnswerSheet, { blocks }: Pick<Chapter, 'blocks'>): ChapterState {
  const state = { answered: 0, total: 0, needed: 0, wrong: 0 };
  const faults = sheet.faults();
  for (const question of questionsOf(sheet, blocks)) {
    const fault = faults.get(question.slot);
    const isOpen = isUnanswered(question);
    state.total += 1;
    if (!isOpen) state.answered += 1;
    if (isOpen && fault) state.needed += 1;
    if (!isOpen && fault) state.wrong += 1;
  }
  return state;
}

const isUnanswered = ({ item, sheet }: EnabledQuestion): boolean =>
  !isAnswered(item, sheet.view(item.questionnaireItemId).entries);

/** The next question without an answer, continuing from the beginning after the last one; null where all are answered. */
export function nextUnanswered(sheet: AnswerSheet, after: Slot | null): EnabledQuestion | null {
  const order = sheet.asked();
  const at = after === null ? -1 : order.findIndex(({ slot }) => slot === after);
  return [...order.slice(at + 1), ...order.slice(0, at + 1)].find(isUnanswered) ?? null;
}

/** True for an answer that the person gave, and not an initial one of the form. */
const isSaid = ({ item, sheet }: EnabledQuestion): boolean => {
  const { entries } = sheet.view(item.questionnaireItemId);
  if (!isAnswered(item, entries)) return false;
  return !sameAnswers(entries, initialEntries(item, sheet.rowPath));
};

/** True once the person has answered something, here or before. */
export const isBegun = (sheet: AnswerSheet): boolean => sheet.asked().some(isSaid);

/** Where the person stopped: after the last question that they have answered. Null before the first answer and after the last. */
export function stoppedAt(sheet: AnswerSheet): EnabledQuestion | null {
  const last = sheet.asked().findLast(isSaid);
  return last === undefined ? null : nextUnanswered(sheet, last.slot);
}

/** The index of the chapter with a question. */
export const chapterWith = (chapters: readonly Chapter[], id: QuestionnaireItemId): number =>
  chapters.findIndex((chapter) => chapter.answerable.includes(id));
