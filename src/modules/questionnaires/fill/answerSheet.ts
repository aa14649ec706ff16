import {
  type Answer,
  type AssignedQuestionnaire,
  type Fault,
  type QuestionnaireItem,
  type QuestionnaireItemId,
  entriesByItem,
  faultOf,
  isAnswered,
  takesAnswer,
} from '@portal/api';
import { useCallback, useDeferredValue, useSyncExternalStore } from 'react';
import { type SmallStore, smallStore } from '../../../browser/smallStore.ts';
import { type Block, type MatrixRow, blocksOf } from './screens.ts';

/** One question as its field sees it. A new object only when something of it changed. */
export interface ItemView {
  readonly entries: readonly Answer[];
  /** The broken rule that is shown; null while none is, even where one is broken (visual language, section 5, Field). */
  readonly fault: Fault | null;
}

/** How far the person is; only items that take answers count. */
export interface SheetProgress {
  readonly answered: number;
  readonly total: number;
}

/** A question with a shown fault, in the order of the questionnaire. */
export interface Problem {
  readonly item: QuestionnaireItem;
  readonly fault: Fault;
}

/**
 * The answers of one opened questionnaire, outside React: a change reaches the one field that shows it, the progress words
 * when their numbers change, and nothing else, so that a keystroke costs the same in ten questions and in two hundred.
 */
export interface AnswerSheet {
  readonly questionnaire: AssignedQuestionnaire;
  /** In the order in which they are asked. */
  readonly items: readonly QuestionnaireItem[];
  /** The same, grouped into what is shown as one piece. */
  readonly blocks: readonly Block[];
  /** The rows of a matrix, by its heading; empty for every other item. A change of a row reaches the heading too. */
  readonly rows: (id: QuestionnaireItemId) => readonly MatrixRow[];
  readonly view: (id: QuestionnaireItemId) => ItemView;
  /** Replaces the entries of one item and hands the whole sheet on to be kept. */
  readonly change: (id: QuestionnaireItemId, entries: readonly Answer[]) => void;
  /** The person left the question: what they changed there is checked from now on. */
  readonly leave: (id: QuestionnaireItemId) => void;
  /** Everything said so far, in the order of the items; also what is not valid yet. */
  readonly answers: () => readonly Answer[];
  readonly progress: () => SheetProgress;
  /** Checks every item and shows every fault. True when the sheet may be sent. */
  readonly check: () => boolean;
  /** Shows faults that the server found. Where our own rules find none, the answer is marked as one to look at again. */
  readonly flag: (ids: readonly QuestionnaireItemId[]) => void;
  /** The shown faults since the last failed check; empty before one. */
  readonly problems: () => readonly Problem[];
  /** Puts other answers in place, those of another tab; does not hand them on. */
  readonly replace: (answers: readonly Answer[]) => void;
  /** True once something was changed here. */
  readonly isChanged: () => boolean;
  readonly subscribeItem: (id: QuestionnaireItemId, listener: () => void) => () => void;
  readonly subscribeProgress: (listener: () => void) => () => void;
  readonly subscribeProblems: (listener: () => void) => () => void;
}

/** What a sheet needs of an opened draft. */
export interface SheetSource {
  readonly questionnaire: AssignedQuestionnaire;
  readonly answers: readonly Answer[];
  write(answers: readonly Answer[]): void;
}

interface Slot {
  readonly item: QuestionnaireItem;
  readonly view: SmallStore<ItemView>;
  answered: boolean;
  changed: boolean;
  /** Of a matrix row: its heading. */
  readonly heading: QuestionnaireItemId | null;
}

const noEntries: readonly Answer[] = [];
const noView: ItemView = { entries: noEntries, fault: null };
const sameFault = (a: Fault | null, b: Fault | null): boolean =>
  a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));

/** Opens the sheet of a draft; every change is handed to `source.write` at once, with all the answers. */
export function openAnswerSheet(source: SheetSource): AnswerSheet {
  const items = source.questionnaire.questionnaireItems.toSorted((a, b) => a.sortOrder - b.sortOrder);
  const blocks = blocksOf(items);
  const rowsByHeading = new Map(blocks.map((block) => [block.item.questionnaireItemId, block.rows]));
  const headingByRow = new Map(
    blocks.flatMap((block) =>
      block.rows.map((row) => [row.questionnaireItemId, block.item.questionnaireItemId] as const),
    ),
  );
  const slots = new Map<QuestionnaireItemId, Slot>(
    items.map((item) => [
      item.questionnaireItemId,
      {
        item,
        view: smallStore(noView),
        answered: false,
        changed: false,
        heading: headingByRow.get(item.questionnaireItemId) ?? null,
      },
    ]),
  );
  const total = items.filter(takesAnswer).length;
  const progress = smallStore<SheetProgress>({ answered: 0, total });
  const problems = smallStore<readonly Problem[]>([]);
  let changedHere = false;
  let wasChecked = false;
  let allAnswers: readonly Answer[] | null = null;

  const show = (slot: Slot, view: ItemView): void => {
    slot.view.set(view);
    const heading = slot.heading === null ? undefined : slots.get(slot.heading);
    heading?.view.set({ ...heading.view.get() });
  };

  const load = (answers: readonly Answer[]): void => {
    const byItem = entriesByItem(answers);
    wasChecked = false;
    allAnswers = null;
    let answered = 0;
    for (const slot of slots.values()) {
      const { item, view } = slot;
      const entries = takesAnswer(item) ? (byItem.get(item.questionnaireItemId) ?? noEntries) : noEntries;
      slot.answered = takesAnswer(item) && isAnswered(item, entries);
      slot.changed = false;
      if (slot.answered) answered += 1;
      view.set({ entries, fault: null });
    }
    progress.set({ answered, total });
    problems.set([]);
  };
  load(source.answers);

  const collectProblems = (): void => {
    const found: Problem[] = [];
    if (wasChecked)
      for (const { item, view } of slots.values()) {
        const { fault } = view.get();
        if (fault) found.push({ item, fault });
      }
    const before = problems.get();
    const isSame =
      found.length === before.length &&
      found.every((problem, index) => problem.item === before[index]?.item && problem.fault === before[index]?.fault);
    if (!isSame) problems.set(found);
  };

  const showFault = (slot: Slot, fault: Fault | null): boolean => {
    const { entries, fault: shown } = slot.view.get();
    if (sameFault(shown, fault)) return false;
    show(slot, { entries, fault });
    return true;
  };

  const answers = (): readonly Answer[] => {
    if (allAnswers) return allAnswers;
    const all: Answer[] = [];
    for (const slot of slots.values()) for (const entry of slot.view.get().entries) all.push(entry);
    return (allAnswers = all);
  };

  return {
    questionnaire: source.questionnaire,
    items,
    blocks,
    rows: (id) => rowsByHeading.get(id) ?? [],
    view: (id) => slots.get(id)?.view.get() ?? noView,
    change(id, entries) {
      const slot = slots.get(id);
      if (!slot) return;
      const hadFault = slot.view.get().fault;
      const fault = hadFault ? faultOf(slot.item, entries) : null;
      slot.changed = true;
      changedHere = true;
      allAnswers = null;
      show(slot, { entries, fault: sameFault(hadFault, fault) ? hadFault : fault });
      const isNowAnswered = isAnswered(slot.item, entries);
      if (isNowAnswered !== slot.answered) {
        slot.answered = isNowAnswered;
        progress.set({ answered: progress.get().answered + (isNowAnswered ? 1 : -1), total });
      }
      if (hadFault) collectProblems();
      source.write(answers());
    },
    leave(id) {
      const slot = slots.get(id);
      if (!slot?.changed) return;
      if (showFault(slot, faultOf(slot.item, slot.view.get().entries))) collectProblems();
    },
    answers,
    progress: progress.get,
    check() {
      wasChecked = true;
      for (const slot of slots.values()) showFault(slot, faultOf(slot.item, slot.view.get().entries));
      collectProblems();
      return problems.get().length === 0;
    },
    flag(ids) {
      wasChecked = true;
      for (const id of ids) {
        const slot = slots.get(id);
        if (slot) showFault(slot, faultOf(slot.item, slot.view.get().entries) ?? { kind: 'unknownOption' });
      }
      collectProblems();
    },
    problems: problems.get,
    replace: load,
    isChanged: () => changedHere,
    subscribeItem: (id, listener) => slots.get(id)?.view.subscribe(listener) ?? (() => undefined),
    subscribeProgress: progress.subscribe,
    subscribeProblems: problems.subscribe,
  };
}

/** One question of the sheet; renders again only when that question changed. */
export function useItem(sheet: AnswerSheet, id: QuestionnaireItemId): ItemView {
  const subscribe = useCallback((listener: () => void) => sheet.subscribeItem(id, listener), [sheet, id]);
  const view = () => sheet.view(id);
  return useSyncExternalStore(subscribe, view, view);
}

/** How many questions are answered; renders again only when the numbers change, in a render that gives way to what the person does. */
export const useSheetProgress = (sheet: AnswerSheet): SheetProgress =>
  useDeferredValue(useSyncExternalStore(sheet.subscribeProgress, sheet.progress, sheet.progress));

/** The problems of the last failed check, kept up to date while they are mended. */
export const useProblems = (sheet: AnswerSheet): readonly Problem[] =>
  useSyncExternalStore(sheet.subscribeProblems, sheet.problems, sheet.problems);
