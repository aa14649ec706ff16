import { Answer, AssignedQuestionnaire, PatientId, QuestionnaireItem } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { questionnaireOf } from '../../../tests/apps/data/questionnaire.ts';
import {
  blankDraft,
  differingItems,
  fitTo,
  joinRecord,
  ActiveDraftRow,
  isHeldBack,
  mergeDrafts,
  splitRecord,
} from './record.ts';

const patientId = v.parse(PatientId, 1);
const item = (questionnaireItemId: number, fields: object) =>
  v.parse(QuestionnaireItem, {
    questionnaireItemId,
    sortOrder: questionnaireItemId,
    questionMatrixGuid: null,
    formattedText: 'Words',
    isRequired: false,
    ...fields,
  });
const takes = item(1, { questionnaireItemType: 'BooleanQuestion' });
const onYes = {
  behavior: 'all',
  conditions: [{ questionnaireItemId: 1, operator: '=', is: { kind: 'boolean', value: true } }],
};
const group = item(2, {
  questionnaireItemType: 'QuestionGroup',
  occurs: { least: 0, most: null },
  layout: 'list',
  enableWhen: onYes,
});
const text = { questionnaireItemType: 'TextQuestion', isMultiline: false, maxLength: 100 };
const name = item(3, { ...text, parentItemId: 2 });
const dose = item(4, { ...text, parentItemId: 2 });

const whole = questionnaireOf([takes, group, name, dose]);
const said = (...entries: readonly object[]) => entries.map((entry) => v.parse(Answer, entry));
const rows = { questionnaireItemId: 2, rows: [2, 5] };
const named = (row: number, textAnswer: string) => ({ questionnaireItemId: 3, rowPath: [row], textAnswer });
const answers = (isTaken: boolean) =>
  said({ questionnaireItemId: 1, isChecked: isTaken }, rows, named(2, 'Ibuprofen'), named(5, 'Vitamin D'), {
    questionnaireItemId: 4,
    rowPath: [5],
    textAnswer: '1000 units',
  });
const savedAt = '2026-11-24T08:00:00.000Z';

describe('a draft with rows', () => {
  it.each([true, false])('comes from another device as it was, asked or not (asked: %s)', (isTaken) => {
    const draft = { answers: answers(isTaken), templateRevision: 1, savedAt };
    const opened = mergeDrafts(
      null,
      { ...whole, ...v.parse(v.pick(AssignedQuestionnaire, ['draft']), { draft }) },
      patientId,
      0,
    );
    expect(opened.answers).toEqual(answers(isTaken));
    const stored = v.parse(ActiveDraftRow, JSON.parse(JSON.stringify(splitRecord(opened).draft)));
    expect(joinRecord(stored, opened).answers).toEqual(answers(isTaken));
  });

  it('keeps the rows that fit a revised questionnaire, and tells of what does not', () => {
    const draft = { ...blankDraft(whole, patientId, 0, null), answers: answers(true) };
    const fitted = fitTo(draft, questionnaireOf([takes, group, name], { templateRevision: 2 }), 0);
    expect(fitted.answers).toEqual(answers(true).slice(0, 4));
    expect(fitted.lost).toEqual(answers(true).slice(4));
    expect(fitTo(draft, questionnaireOf([takes], { templateRevision: 2 }), 0)).toMatchObject({
      answers: answers(true).slice(0, 1),
      lost: answers(true).slice(2),
    });
  });

  it('that waits to be sent is held back by a revised questionnaire, also where nothing is lost', () => {
    const waiting = {
      ...blankDraft(whole, patientId, 0, null),
      answers: answers(true),
      submission: 'waiting' as const,
    };
    const revised = questionnaireOf([takes, group, name, dose], { templateRevision: 2 });
    const opened = mergeDrafts(waiting, revised, patientId, 0);
    expect(opened).toMatchObject({ submission: 'none', lost: [] });
    expect(isHeldBack(waiting, opened)).toBe(true);
    expect(isHeldBack(waiting, mergeDrafts(waiting, whole, patientId, 0))).toBe(false);
    expect(isHeldBack({ ...waiting, submission: 'none' }, opened)).toBe(false);
  });

  it('does not keep 150 pounds as 150 kilograms when the question has another unit', () => {
    const weight = (unitOfMeasure: string) =>
      item(5, { questionnaireItemType: 'NumberQuestion', minValue: null, maxValue: null, unitOfMeasure });
    const entries = said({ questionnaireItemId: 5, numberAnswer: 150 });
    const draft = { ...blankDraft(questionnaireOf([weight('lb')]), patientId, 0, null), answers: entries };
    const fitted = (unit: string) => fitTo(draft, questionnaireOf([weight(unit)], { templateRevision: 2 }), 0);
    expect(fitted('kg')).toMatchObject({ answers: [], lost: entries });
    expect(fitted('lb')).toMatchObject({ answers: entries, lost: [] });
    // The page was closed after the newer form had been stored and before its answers were.
    const kilograms = questionnaireOf([weight('kg')], { templateRevision: 2 });
    const between = { ...draft, questionnaire: kilograms, lostFrom: draft.questionnaire };
    const lost = fitTo(between, kilograms, 0);
    expect(fitTo(between, { ...kilograms, templateRevision: 3 }, 0)).toMatchObject({ answers: [], lost: entries });
    expect(lost).toMatchObject({ answers: [], lost: entries });
    // What is lost later does not rename it.
    const later = fitTo(
      { ...fitted('kg'), answers: said({ questionnaireItemId: 6, textAnswer: 'x' }) },
      questionnaireOf([weight('kg')], { templateRevision: 3 }),
      0,
    );
    expect(later.lostFrom?.questionnaireItems).toContainEqual(weight('lb'));
  });

  it('differs from a completion by what is asked alone', () => {
    const completed = { ...whole, patientQuestionAnswerList: said({ questionnaireItemId: 1, isChecked: false }) };
    expect(differingItems({ questionnaire: whole, answers: answers(false) }, completed)).toEqual([]);
    expect(differingItems({ questionnaire: whole, answers: answers(true) }, completed)).toEqual([1, 2, 3, 4]);
  });
});
