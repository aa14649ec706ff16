import type { Answer, QuestionnaireItemId, Slot } from '@portal/api';
import { useCallback, useDeferredValue, useSyncExternalStore } from 'react';
import { type Block, type MatrixRow, blocksOf } from './screens.ts';
import type {
  AnswerSheet,
  EnabledQuestion,
  ItemView,
  Problem,
  QuestionChanges,
  SheetProgress,
  SheetSource,
} from './sheet.ts';
import { noView } from './sheetQuestions.ts';
import { type SheetState, openSheetState } from './sheetState.ts';
import { questionsOf } from './sheetWalk.ts';

export type * from './sheet.ts';

const noRows: readonly MatrixRow[] = [];
const noBlocks: readonly Block[] = [];

/** Every block, also those inside and below others. */
const allBlocks = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...allBlocks(block.inside), ...allBlocks(block.follows)]);

/** Opens the sheet of a draft; every change calls `source.write` at once, with all answers. */
export function openAnswerSheet(source: SheetSource): AnswerSheet {
  const blocks = blocksOf(source.questionnaire.questionnaireItems);
  const all = allBlocks(blocks);
  const insideOf = new Map(all.map((block) => [block.item.questionnaireItemId, block.inside]));
  const matrices = all.filter((block) => block.rows.length > 0);
  const rowsByHeading = new Map(matrices.map((block) => [block.item.questionnaireItemId, block.rows]));
  const headingByRow = new Map(
    matrices.flatMap((block) =>
      block.rows.map((row) => [row.questionnaireItemId, block.item.questionnaireItemId] as const),
    ),
  );
  const state = openSheetState(source, (id) => headingByRow.get(id) ?? null);
  let asked: { readonly at: number; readonly questions: readonly EnabledQuestion[] } | null = null;
  const whole = {
    questionnaire: source.questionnaire,
    items: state.items,
    blocks,
    isPlain: state.parts.isPlain,
    inside: (id: QuestionnaireItemId) => insideOf.get(id) ?? noBlocks,
    asked: () => {
      const { at } = state.asking.get();
      if (asked?.at !== at) asked = { at, questions: questionsOf(sheetOf([]), blocks) };
      return asked.questions;
    },
    answers: state.answers,
    faults: state.faults,
    progress: state.progress.get,
    check: state.check,
    flag: state.flag,
    problems: state.problems.get,
    faultsOnLeave: state.faultsOnLeave.get,
    asking: state.asking.get,
    replace: state.replace,
    isChanged: state.isChanged,
    subscribeAnswers: state.subscribeAnswers,
    subscribeAsking: state.asking.subscribe,
    subscribeProgress: state.progress.subscribe,
    subscribeProblems: state.problems.subscribe,
    subscribeFaultsOnLeave: state.faultsOnLeave.subscribe,
  };
  const sheets = new Map<string, AnswerSheet>();
  const sheetOf = (rowPath: readonly number[]): AnswerSheet => {
    const key = rowPath.join('/');
    const known = sheets.get(key);
    if (known) return known;
    const sheet = { ...whole, ...inRows(state, rowPath, rowsByHeading), within: sheetOf };
    sheets.set(key, sheet);
    return sheet;
  };
  return sheetOf([]);
}

/** The parts of a sheet that depend on its rows. */
function inRows(
  state: SheetState,
  rowPath: readonly number[],
  rowsByHeading: ReadonlyMap<QuestionnaireItemId, readonly MatrixRow[]>,
) {
  /** The asked rows of a matrix; the same array for as long as they are the same rows. */
  const askedRows = new Map<QuestionnaireItemId, { readonly at: number; readonly rows: readonly MatrixRow[] }>();
  const slot = (id: QuestionnaireItemId): Slot => state.parts.slotIn(rowPath, id);
  const question = (id: QuestionnaireItemId) => state.question(slot(id));
  const rowNumbers = (id: QuestionnaireItemId) => state.rowNumbers(slot(id));
  return {
    rowPath,
    slot,
    rows(id: QuestionnaireItemId) {
      const all = rowsByHeading.get(id) ?? noRows;
      if (state.parts.isPlain) return all;
      const { at } = state.asking.get();
      const known = askedRows.get(id);
      if (known?.at === at) return known.rows;
      const rows = all.filter((row) => question(row.questionnaireItemId)?.isAsked === true);
      const same = known?.rows.length === rows.length && rows.every((row, place) => row === known.rows[place]);
      const given = same && known ? known.rows : rows;
      askedRows.set(id, { at, rows: given });
      return given;
    },
    isAsked: (id: QuestionnaireItemId) => question(id)?.isAsked ?? false,
    rowNumbers,
    addRow(id: QuestionnaireItemId) {
      const row = state.newRow(slot(id));
      state.setRows(slot(id), [...rowNumbers(id), row]);
      return row;
    },
    removeRow(id: QuestionnaireItemId, row: number) {
      const before = rowNumbers(id);
      const said = state.saidInRow(slot(id), row);
      state.setRows(
        slot(id),
        before.filter((other) => other !== row),
      );
      return () => {
        const now = rowNumbers(id);
        // Inserted after the nearest earlier row that still exists.
        const earlier = before.slice(0, before.indexOf(row)).findLast((other) => now.includes(other));
        const at = earlier === undefined ? 0 : now.indexOf(earlier) + 1;
        state.setRows(slot(id), now.toSpliced(at, 0, row), said);
      };
    },
    view: (id: QuestionnaireItemId) => question(id)?.view.get() ?? noView,
    change: (id: QuestionnaireItemId, entries: readonly Answer[]) => state.change(slot(id), entries),
    leave: (id: QuestionnaireItemId) => state.leave(slot(id)),
    subscribeItem: (id: QuestionnaireItemId, listener: () => void) =>
      question(id)?.view.subscribe(listener) ?? (() => undefined),
  };
}

/** One question of the sheet; renders again only when that question changed. */
export function useItem(sheet: AnswerSheet, id: QuestionnaireItemId): ItemView {
  const subscribe = useCallback((listener: () => void) => sheet.subscribeItem(id, listener), [sheet, id]);
  const view = () => sheet.view(id);
  return useSyncExternalStore(subscribe, view, view);
}

/** How many questions are answered; renders again only when the numbers change, in a render that yields to input. */
export const useSheetProgress = (sheet: AnswerSheet): SheetProgress =>
  useDeferredValue(useSyncExternalStore(sheet.subscribeProgress, sheet.progress, sheet.progress));

/** The problems of the last failed check, kept up to date while they are corrected. */
export const useProblems = (sheet: AnswerSheet): readonly Problem[] =>
  useSyncExternalStore(sheet.subscribeProblems, sheet.problems, sheet.problems);

/** The rows of a group; renders again only when they change. */
export function useRowNumbers(sheet: AnswerSheet, id: QuestionnaireItemId): readonly number[] {
  const rows = () => sheet.rowNumbers(id);
  return useSyncExternalStore(sheet.subscribeAsking, rows, rows);
}

/** The questions that appeared or went with the last change. */
export const useQuestionChanges = (sheet: AnswerSheet): QuestionChanges =>
  useSyncExternalStore(sheet.subscribeAsking, sheet.asking, sheet.asking);
