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
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { subscribeAfterPaint } from '../../data/afterPaint.ts';
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
  view: ItemView;
  answered: boolean;
  changed: boolean;
  /** Of a matrix row: its heading. */
  readonly heading: QuestionnaireItemId | null;
  readonly listeners: Set<() => void>;
}

const noEntries: readonly Answer[] = [];
const noView: ItemView = { entries: noEntries, fault: null };
const sameFault = (a: Fault | null, b: Fault | null): boolean => a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));

/** Opens the sheet of a draft; every change is handed to `source.write` at once, with all the answers. */
export function openAnswerSheet(source: SheetSource): AnswerSheet {
  const items = source.questionnaire.questionnaireItems.toSorted((a, b) => a.sortOrder - b.sortOrder);
  const blocks = blocksOf(items);
  const rowsByHeading = new Map(blocks.map((block) => [block.item.questionnaireItemId, block.rows]));
  const headingByRow = new Map(blocks.flatMap((block) => block.rows.map((row) => [row.questionnaireItemId, block.item.questionnaireItemId] as const)));
  const slots = new Map<QuestionnaireItemId, Slot>();
  const progressListeners = new Set<() => void>();
  const problemListeners = new Set<() => void>();
  let total = 0;
  let changedHere = false;
  let wasChecked = false;
  let allAnswers: readonly Answer[] | null = null;
  let progress: SheetProgress = { answered: 0, total: 0 };
  let problems: readonly Problem[] = [];

  const notify = (listeners: Set<() => void>): void => {
    for (const listener of listeners) listener();
  };

  const notifyItem = (slot: Slot): void => {
    notify(slot.listeners);
    const heading = slot.heading === null ? undefined : slots.get(slot.heading);
    if (!heading) return;
    heading.view = { ...heading.view };
    notify(heading.listeners);
  };

  const load = (answers: readonly Answer[]): void => {
    const byItem = entriesByItem(answers);
    let answered = 0;
    for (const item of items) {
      const entries: readonly Answer[] = takesAnswer(item) ? (byItem.get(item.questionnaireItemId) ?? noEntries) : noEntries;
      const slot = slots.get(item.questionnaireItemId);
      const isNowAnswered = takesAnswer(item) && isAnswered(item, entries);
      if (isNowAnswered) answered += 1;
      if (slot) {
        slot.view = { entries, fault: null };
        slot.answered = isNowAnswered;
        slot.changed = false;
      } else {
        slots.set(item.questionnaireItemId, { item, view: entries === noEntries ? noView : { entries, fault: null }, answered: isNowAnswered, changed: false, heading: headingByRow.get(item.questionnaireItemId) ?? null, listeners: new Set() });
        if (takesAnswer(item)) total += 1;
      }
    }
    progress = { answered, total };
    problems = [];
    wasChecked = false;
    allAnswers = null;
  };
  load(source.answers);

  const collectProblems = (): void => {
    const found: Problem[] = [];
    if (wasChecked) for (const { item, view } of slots.values()) if (view.fault) found.push({ item, fault: view.fault });
    const isSame = found.length === problems.length && found.every((problem, index) => problem.item === problems[index]?.item && problem.fault === problems[index]?.fault);
    if (isSame) return;
    problems = found;
    notify(problemListeners);
  };

  const show = (slot: Slot, fault: Fault | null): boolean => {
    if (sameFault(slot.view.fault, fault)) return false;
    slot.view = { entries: slot.view.entries, fault };
    notifyItem(slot);
    return true;
  };

  const answers = (): readonly Answer[] => {
    if (allAnswers) return allAnswers;
    const all: Answer[] = [];
    for (const slot of slots.values()) for (const entry of slot.view.entries) all.push(entry);
    return (allAnswers = all);
  };

  return {
    questionnaire: source.questionnaire,
    items,
    blocks,
    rows: (id) => rowsByHeading.get(id) ?? [],
    view: (id) => slots.get(id)?.view ?? noView,
    change(id, entries) {
      const slot = slots.get(id);
      if (!slot) return;
      const hadFault = slot.view.fault;
      const fault = hadFault ? faultOf(slot.item, entries) : null;
      slot.view = { entries, fault: sameFault(hadFault, fault) ? hadFault : fault };
      slot.changed = true;
      changedHere = true;
      allAnswers = null;
      notifyItem(slot);
      const isNowAnswered = isAnswered(slot.item, entries);
      if (isNowAnswered !== slot.answered) {
        slot.answered = isNowAnswered;
        progress = { answered: progress.answered + (isNowAnswered ? 1 : -1), total };
        notify(progressListeners);
      }
      if (hadFault) collectProblems();
      source.write(answers());
    },
    leave(id) {
      const slot = slots.get(id);
      if (!slot?.changed) return;
      if (show(slot, faultOf(slot.item, slot.view.entries))) collectProblems();
    },
    answers,
    progress: () => progress,
    check() {
      wasChecked = true;
      for (const slot of slots.values()) show(slot, faultOf(slot.item, slot.view.entries));
      collectProblems();
      return problems.length === 0;
    },
    flag(ids) {
      wasChecked = true;
      for (const id of ids) {
        const slot = slots.get(id);
        if (slot) show(slot, faultOf(slot.item, slot.view.entries) ?? { kind: 'unknownOption' });
      }
      collectProblems();
    },
    problems: () => problems,
    replace(next) {
      load(next);
      for (const slot of slots.values()) notify(slot.listeners);
      notify(progressListeners);
      notify(problemListeners);
    },
    isChanged: () => changedHere,
    subscribeItem(id, listener) {
      const listeners = slots.get(id)?.listeners;
      listeners?.add(listener);
      return () => listeners?.delete(listener);
    },
    subscribeProgress(listener) {
      progressListeners.add(listener);
      return () => progressListeners.delete(listener);
    },
    subscribeProblems(listener) {
      problemListeners.add(listener);
      return () => problemListeners.delete(listener);
    },
  };
}

/** One question of the sheet; renders again only when that question changed. */
export function useItem(sheet: AnswerSheet, id: QuestionnaireItemId): ItemView {
  const subscribe = useCallback((listener: () => void) => sheet.subscribeItem(id, listener), [sheet, id]);
  const view = () => sheet.view(id);
  return useSyncExternalStore(subscribe, view, view);
}

/**
 * The same for a control that shows what is done with it by itself: its own changes render after the frame that shows them, all
 * others at once. `bringsMore`: a change of it may bring something to tab on to, and renders at once too.
 */
export function useShownItem(sheet: AnswerSheet, id: QuestionnaireItemId, bringsMore = false): ItemView & { readonly change: (entries: readonly Answer[]) => void } {
  const isOwn = useRef(false);
  const subscribe = useCallback((listener: () => void) => subscribeAfterPaint((tell) => sheet.subscribeItem(id, tell), listener, () => isOwn.current), [sheet, id]);
  const view = () => sheet.view(id);
  const change = useCallback(
    (entries: readonly Answer[]) => {
      isOwn.current = !bringsMore;
      try {
        sheet.change(id, entries);
      } finally {
        isOwn.current = false;
      }
    },
    [sheet, id, bringsMore],
  );
  return { ...useSyncExternalStore(subscribe, view, view), change };
}

/** How many questions are answered; renders again only when the numbers change, right after the frame that shows the answer. */
export function useSheetProgress(sheet: AnswerSheet): SheetProgress {
  const subscribe = useCallback((listener: () => void) => subscribeAfterPaint(sheet.subscribeProgress, listener), [sheet]);
  return useSyncExternalStore(subscribe, sheet.progress, sheet.progress);
}

/** The problems of the last failed check, kept up to date while they are mended. */
export const useProblems = (sheet: AnswerSheet): readonly Problem[] => useSyncExternalStore(sheet.subscribeProblems, sheet.problems, sheet.problems);
