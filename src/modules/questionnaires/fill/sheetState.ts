import {
  type Answer,
  type QuestionnaireItem,
  type QuestionnaireItemId,
  type Slot,
  entriesByPlace,
  formOf,
  isRepeatingGroup,
  openForm,
} from '@portal/api';
import { createEvents } from '../../../words/smallStore.ts';
import { type FormParts, formPartsOf, storedEntries } from './formParts.ts';
import type { SheetSource } from './sheet.ts';
import { createSheetFaults } from './sheetFaults.ts';
import { createSheetProgress } from './sheetProgress.ts';
import { type QuestionState, createSheetQuestions, entriesOf } from './sheetQuestions.ts';

/** More than any chain of initial answers needs. */
const mostRounds = 20;

/**
 * The answers of an opened questionnaire by slot, with what follows from them; the sheets of its rows share it. `headingOf`: the matrix
 * heading of a row; a change of a row also notifies the heading.
 */
export function openSheetState(
  source: SheetSource,
  headingOf: (id: QuestionnaireItemId) => QuestionnaireItemId | null,
) {
  const items = source.questionnaire.questionnaireItems.toSorted((a, b) => a.sortOrder - b.sortOrder);
  const form = {
    ...formOf(source.questionnaire),
    items,
    isOnItsWay: (entry: Answer): boolean => source.isOnItsWay?.(entry) ?? false,
  };
  const parts = formPartsOf(form);
  const open = openForm(form);
  const questions = createSheetQuestions(form, parts, headingOf, source.isRead === true);
  const { answers, forgetAnswers, show } = questions;
  const faults = createSheetFaults(form, questions);
  const { progress, asking, ...counts } = createSheetProgress(questions);
  const answersChanged = createEvents();
  let changedHere = false;

  /** Computes again what is asked, after `changed` or all were replaced. What was typed into a question no longer asked stays. */
  function lookAgain(changed?: QuestionState, stored?: ReadonlyMap<Slot, readonly Answer[]>, given = answers()): void {
    const before = new Map(questions.inOrder().map((one) => [one, one.isAsked]));
    let found = open.update(given);
    let isAgain = questions.apply(found, stored);
    for (let round = 0; isAgain && round < mostRounds; round += 1) {
      forgetAnswers();
      found = open.update(answers());
      isAgain = questions.apply(found, stored);
    }
    questions.drop(before.keys());
    forgetAnswers();
    counts.countAll(found.isOverBudget);
    if (counts.noteChanges(before, changed)) faults.collect();
  }

  function load(given: readonly Answer[]): void {
    const stored = entriesByPlace(given);
    faults.reset();
    questions.replace(stored);
    lookAgain(undefined, stored, given);
    faults.problems.set([]);
    answersChanged.emit();
  }
  load(source.answers);

  function write(): void {
    changedHere = true;
    answersChanged.emit();
    source.write(answers());
  }

  return {
    parts,
    items,
    question: questions.at,
    change(slot: Slot, given: readonly Answer[]): void {
      const one = questions.at(slot);
      if (!one) return;
      const { fault } = one.view.get();
      one.changed = true;
      forgetAnswers();
      show(one, { entries: storedEntries(one.item, one.rowPath, given), fault });
      if (parts.decides(one.item.questionnaireItemId)) lookAgain(one);
      else counts.countOne(one);
      if (fault) {
        faults.showAgain(one);
        faults.collect();
      }
      write();
    },
    /** Changes the rows of a group; `back` are the entries of a restored row. */
    setRows(slot: Slot, rows: readonly number[], back: readonly Answer[] = []): void {
      const one = questions.at(slot);
      if (!one || !isRepeatingGroup(one.item)) return;
      const { questionnaireItemId } = one.item;
      const entry: Answer = { questionnaireItemId, rows: [...rows] };
      one.changed = true;
      questions.noteRows(slot, rows);
      show(one, { entries: storedEntries(one.item, one.rowPath, [entry]), fault: one.view.get().fault });
      forgetAnswers();
      lookAgain(one, entriesByPlace(back), [...answers(), ...back]);
      faults.showAgain(one);
      faults.collect();
      write();
    },
    newRow: questions.newRow,
    rowNumbers: questions.rowNumbers,
    saidInRow(slot: Slot, row: number): readonly Answer[] {
      const one = questions.at(slot);
      if (!one) return [];
      const path = [...one.rowPath, row];
      const isIn = (other: QuestionState): boolean =>
        other.rowPath.length >= path.length &&
        path.every((number, at) => other.rowPath[at] === number) &&
        isUnder(parts, other.item, one.item.questionnaireItemId);
      return questions.inOrder().filter(isIn).flatMap(entriesOf);
    },
    leave(slot: Slot): void {
      const one = questions.at(slot);
      if (one?.changed) faults.leave(one);
    },
    answers,
    faults: faults.faults,
    check: faults.check,
    flag: faults.flag,
    replace: load,
    subscribeAnswers: answersChanged.on,
    isChanged: () => changedHere,
    progress,
    problems: faults.problems,
    faultsOnLeave: faults.faultsOnLeave,
    asking,
  };
}

export type SheetState = ReturnType<typeof openSheetState>;

/** True for everything inside a group, however deep. */
function isUnder({ itemById }: FormParts, item: QuestionnaireItem, group: QuestionnaireItemId): boolean {
  const seen = new Set<QuestionnaireItemId>();
  for (let id = item.parentItemId; id !== undefined && !seen.has(id); id = itemById.get(id)?.parentItemId) {
    if (id === group) return true;
    seen.add(id);
  }
  return false;
}
