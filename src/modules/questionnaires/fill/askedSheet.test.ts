import {
  type Answer,
  Answer as AnswerSchema,
  type Form,
  QuestionnaireItem as ItemSchema,
  type QuestionnaireItemId,
  type Slot,
  entriesByPlace,
  faultsOf,
  isForPerson,
  loadExpressions,
  placesOf,
  progressOf,
  submittedAnswers,
} from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { afterStep, drawnCourse, drawnForm, type Step } from '../../../../tests/apps/drawnForm.ts';
import { type AnswerSheet, openAnswerSheet } from './answerSheet.ts';
import { questionScreens } from './kioskScreens.ts';
import { type Block, blocksOf } from './screens.ts';
import { questionnaireOf } from '../../../../tests/apps/data/questionnaire.ts';
import { textEntries } from './typed.ts';

beforeAll(loadExpressions);

function opened(form: Form, answers: readonly Answer[] = []) {
  const written: (readonly Answer[])[] = [];
  const { items, formLogic, today } = form;
  const questionnaire = questionnaireOf(items, { formLogic, today });
  const sheet = openAnswerSheet({ questionnaire, answers, write: (all) => written.push(all) });
  return { sheet, last: () => written.at(-1) ?? answers };
}

/** Answers by place, independent of their order. */
const said = (answers: readonly Answer[]) => [...entriesByPlace(answers)].toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Applies a step to the sheet as to the answers. Returns the places whose answers it changed. */
function take(form: Form, sheet: AnswerSheet, step: Step): readonly Slot[] {
  const [before, after] = [entriesByPlace(sheet.answers()), entriesByPlace(afterStep(form, sheet.answers(), step))];
  const isOther = (slot: Slot) => JSON.stringify(before.get(slot)) !== JSON.stringify(after.get(slot));
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(isOther);
  const group = changed.flatMap((slot) => after.get(slot) ?? []).find((entry) => entry.rows !== undefined);
  if (group?.rows) {
    const scope = sheet.within(group.rowPath ?? []);
    const now = scope.rowNumbers(group.questionnaireItemId);
    const gone = now.find((row) => group.rows?.includes(row) === false);
    if (gone === undefined) {
      const added = scope.addRow(group.questionnaireItemId);
      expect(now).not.toContain(added);
    } else {
      const answers = said(sheet.answers());
      const rowsBefore = [...now];
      const undo = scope.removeRow(group.questionnaireItemId, gone);
      expect(scope.rowNumbers(group.questionnaireItemId)).toEqual(rowsBefore.filter((row) => row !== gone));
      if (step.value === 0) {
        undo();
        expect(scope.rowNumbers(group.questionnaireItemId)).toEqual(rowsBefore);
        const isRowEntry = ([, entries]: ReturnType<typeof said>[number]) => entries[0]?.rows !== undefined;
        expect(said(sheet.answers()).filter((one) => !isRowEntry(one))).toEqual(
          answers.filter((one) => !isRowEntry(one)),
        );
      }
    }
    return changed;
  }
  for (const slot of changed) {
    const [entry] = after.get(slot) ?? before.get(slot) ?? [];
    if (entry) sheet.within(entry.rowPath ?? []).change(entry.questionnaireItemId, after.get(slot) ?? []);
  }
  return changed;
}

/** The items that are shown. An item below a hidden one is not shown. */
function shownIn(form: Form): ReadonlySet<QuestionnaireItemId> {
  const ids = (blocks: readonly Block[]): QuestionnaireItemId[] =>
    blocks.flatMap(({ item, rows, inside, follows }) => [
      item.questionnaireItemId,
      ...rows.map((row) => row.questionnaireItemId),
      ...ids(inside),
      ...ids(follows),
    ]);
  return new Set(ids(blocksOf(form.items)));
}

describe('the sheet of a form with conditions and rows', () => {
  it('agrees with the contract at every step, and loses nothing', () => {
    fc.assert(
      fc.property(drawnForm, drawnCourse, (form, course) => {
        const { sheet, last } = opened(form);
        const shown = shownIn(form);
        const typed = new Map<Slot, readonly Answer[]>();
        for (const step of course) {
          const changed = take(form, sheet, step);
          const answers = sheet.answers();
          expect(last()).toEqual(answers);
          expect(sheet.progress()).toEqual(progressOf(form, answers));
          const places = placesOf(form, answers);
          const asked = places.filter(({ item, isAsked }) => isAsked && isForPerson(item));
          const seen = asked.filter(({ item }) => shown.has(item.questionnaireItemId)).map(({ slot }) => slot);
          expect(
            sheet
              .asked()
              .map(({ slot }) => slot)
              .toSorted(),
          ).toEqual(seen.toSorted());
          expect(
            questionScreens(sheet)
              .flatMap(({ answerable }) => answerable.map(({ slot }) => slot))
              .toSorted(),
          ).toEqual(seen.toSorted());
          const byPlace = entriesByPlace(answers);
          // What was typed before stays, whether it is asked or not, until it is changed or its row is removed.
          const there = new Set(places.map(({ slot }) => slot));
          for (const [slot, entries] of typed)
            if (there.has(slot) && !changed.includes(slot)) expect([slot, byPlace.get(slot)]).toEqual([slot, entries]);
          typed.clear();
          for (const [slot, entries] of byPlace) typed.set(slot, entries);
        }
        const again = opened(form, v.parse(v.array(AnswerSchema), JSON.parse(JSON.stringify(sheet.answers())))).sheet;
        expect(said(again.answers())).toEqual(said(sheet.answers()));
        expect(again.asked().map(({ slot }) => slot)).toEqual(sheet.asked().map(({ slot }) => slot));
        expect(submittedAnswers(form, again.answers())).toEqual(submittedAnswers(form, sheet.answers()));
        const faults = faultsOf(form, sheet.answers());
        expect(sheet.check()).toBe(faults.length === 0);
        expect(sheet.problems().map(({ slot, fault }) => ({ slot, fault }))).toEqual(
          faults.map(({ slot, fault }) => ({ slot, fault })),
        );
      }),
      { numRuns: 40 },
    );
  }, 30_000);

  const item = (id: number, more: object) =>
    v.parse(ItemSchema, {
      questionnaireItemId: id,
      sortOrder: id,
      questionMatrixGuid: null,
      formattedText: `Question ${String(id)}`,
      isRequired: true,
      ...more,
    });
  const wakes = item(1, { questionnaireItemType: 'BooleanQuestion' });
  const text = { questionnaireItemType: 'TextQuestion', isMultiline: false, maxLength: 100 };
  const onAnswer = (questionnaireItemId: number) => ({
    behavior: 'all',
    conditions: [{ questionnaireItemId, operator: '=', is: { kind: 'boolean', value: true } }],
  });
  const onYes = { enableWhen: onAnswer(1) };
  const often = item(2, { ...text, ...onYes });
  const [wakesId, oftenId] = [wakes.questionnaireItemId, often.questionnaireItemId];
  const yes = (isChecked: boolean): Answer[] => [{ questionnaireItemId: wakesId, isChecked }];

  it('puts what hangs on one answer below it', () => {
    const [block, ...others] = blocksOf([wakes, often, item(3, text)]);
    expect([block?.item, block?.follows.map((one) => one.item), others.length]).toEqual([wakes, [often], 1]);
  });

  it('says what came and what went, once, and brings back what was typed', () => {
    const { sheet } = opened({ items: [wakes, often] });
    sheet.change(wakesId, yes(true));
    expect(sheet.asking()).toMatchObject({ appeared: 1, gone: 0 });
    sheet.change(oftenId, textEntries(oftenId, 'twice'));
    expect(sheet.asking()).toMatchObject({ appeared: 1, gone: 0 });
    sheet.change(wakesId, yes(false));
    expect(sheet.asking()).toMatchObject({ appeared: 0, gone: 1 });
    expect([sheet.isAsked(oftenId), sheet.progress()]).toEqual([false, { answered: 1, total: 1 }]);
    sheet.change(wakesId, yes(true));
    expect(sheet.view(oftenId).entries).toEqual([{ questionnaireItemId: oftenId, textAnswer: 'twice' }]);
  });

  it('tells what stands above the answer from what follows it', () => {
    const before = item(1, { ...text, enableWhen: onAnswer(2) });
    const decider = item(2, { questionnaireItemType: 'BooleanQuestion' });
    const after = item(3, { ...text, enableWhen: onAnswer(2) });
    const { sheet } = opened({ items: [before, decider, after] });
    const say = (isChecked: boolean) =>
      sheet.change(decider.questionnaireItemId, [{ questionnaireItemId: decider.questionnaireItemId, isChecked }]);
    say(true);
    expect(sheet.asking()).toMatchObject({ appeared: 1, appearedAbove: 1, gone: 0, goneAbove: 0 });
    say(false);
    expect(sheet.asking()).toMatchObject({ appeared: 0, appearedAbove: 0, gone: 1, goneAbove: 1 });
  });

  it('shows no fault of what is not asked any more', () => {
    const { sheet } = opened({ items: [wakes, often] });
    sheet.change(wakesId, yes(true));
    expect([sheet.check(), sheet.problems().length]).toEqual([false, 1]);
    sheet.change(wakesId, yes(false));
    expect([sheet.problems(), sheet.check()]).toEqual([[], true]);
  });

  it('begins with an answer that may be taken back, for good', () => {
    const name = item(1, { ...text, isRequired: false, initial: [{ textAnswer: 'Ana' }] });
    const id = name.questionnaireItemId;
    const { sheet, last } = opened({ items: [name] });
    expect([sheet.view(id).entries[0]?.textAnswer, sheet.isChanged()]).toEqual(['Ana', false]);
    sheet.change(id, []);
    const again = opened({ items: [name] }, last()).sheet;
    expect([again.view(id).entries[0]?.textAnswer, again.progress().answered]).toEqual(['', 0]);
    expect(submittedAnswers({ items: [name] }, last())).toEqual([]);
  });

  it('begins with a row for each first answer of a question whose answers are rows', () => {
    const rows = item(1, {
      questionnaireItemType: 'QuestionGroup',
      isRequired: false,
      layout: 'list',
      occurs: { least: 0, most: null },
      rowsAtFirst: 2,
    });
    const name = item(2, {
      ...text,
      isRequired: false,
      parentItemId: 1,
      initial: [{ textAnswer: 'Ana' }, { textAnswer: 'Bo' }],
      isInitialByRow: true,
    });
    const [group, id] = [rows.questionnaireItemId, name.questionnaireItemId];
    const form: Form = { items: [rows, name] };
    const { sheet, last } = opened(form);
    const typedIn = (one: AnswerSheet) =>
      one.rowNumbers(group).map((row) => one.within([row]).view(id).entries[0]?.textAnswer);
    expect(typedIn(sheet)).toEqual(['Ana', 'Bo']);
    sheet.addRow(group);
    expect(typedIn(sheet)).toEqual(['Ana', 'Bo', undefined]);
    sheet.removeRow(group, 1);
    expect(typedIn(opened(form, last()).sheet)).toEqual(['Bo', undefined]);
    expect(submittedAnswers(form, last())).toEqual([
      { questionnaireItemId: group, rows: [2] },
      { questionnaireItemId: id, rowPath: [2], textAnswer: 'Bo' },
    ]);
  });
});
