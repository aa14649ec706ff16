import { isAnswered, isForPerson } from '@portal/api';
import { smallStore } from '../../../browser/smallStore.ts';
import type { QuestionChanges, SheetProgress } from './sheet.ts';
import { type QuestionState, type SheetQuestions, entriesOf } from './sheetQuestions.ts';

const noChange = { appeared: 0, gone: 0, appearedAbove: 0, goneAbove: 0, toRead: 0 };

const isAnsweredByPerson = (one: QuestionState): boolean =>
  isForPerson(one.item) && isAnswered(one.item, entriesOf(one));

/** How many questions are asked and answered, and which appeared or went. */
export function createSheetProgress({ inOrder }: SheetQuestions) {
  const progress = smallStore<SheetProgress>({ answered: 0, total: 0 });
  /** Changes when other questions are asked, or in other rows. */
  const asking = smallStore<QuestionChanges>({ at: 0, ...noChange });

  /** What differs from `before`, without what only `changed` itself shows. */
  function changesSince(before: ReadonlyMap<QuestionState, boolean>, changed?: QuestionState) {
    const change = { ...noChange };
    let isAbove = changed !== undefined;
    for (const one of inOrder()) {
      if (one === changed) isAbove = false;
      const was = before.get(one);
      if (was === undefined || was === one.isAsked) continue;
      if (one.isAsked && one.item.questionnaireItemType === 'SectionHeader' && one.item.isText) change.toRead += 1;
      if (!isForPerson(one.item)) continue;
      change[`${one.isAsked ? 'appeared' : 'gone'}${isAbove ? 'Above' : ''}`] += 1;
    }
    return change;
  }

  return {
    progress,
    asking,
    countAll(isOverBudget: boolean): void {
      let [answered, total] = [0, 0];
      for (const one of inOrder()) {
        one.answered = isAnsweredByPerson(one);
        if (!one.isAsked || !isForPerson(one.item)) continue;
        total += 1;
        if (one.answered) answered += 1;
      }
      const before = progress.get();
      if (before.answered !== answered || before.total !== total || (before.isOverBudget === true) !== isOverBudget)
        progress.set({ answered, total, ...(isOverBudget ? { isOverBudget } : {}) });
    },
    /** Counts the one question that changed. */
    countOne(one: QuestionState): void {
      const isNowAnswered = isAnsweredByPerson(one);
      if (isNowAnswered === one.answered) return;
      one.answered = isNowAnswered;
      const before = progress.get();
      if (one.isAsked) progress.set({ ...before, answered: before.answered + (isNowAnswered ? 1 : -1) });
    },
    /** `before`: the questions with whether they were asked. True where others are, or in other rows. */
    noteChanges(before: ReadonlyMap<QuestionState, boolean>, changed?: QuestionState): boolean {
      const order = inOrder();
      const isOther = before.size !== order.length || order.some((one) => before.get(one) !== one.isAsked);
      if (isOther) asking.set({ at: asking.get().at + 1, ...changesSince(before, changed) });
      return isOther;
    },
  };
}
