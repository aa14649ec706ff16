import { AssignedQuestionnaireId, AssignedQuestionnaireSummary, PatientId } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { UnsentDraft } from '../../../data/drafts/types.ts';
import { moreToDo } from './moreToDo.ts';

const id = (number: number) => v.parse(AssignedQuestionnaireId, number);
const listed = (number: number, more: object = {}) =>
  v.parse(AssignedQuestionnaireSummary, {
    assignedQuestionnaireId: number,
    templateTitle: `Form ${String(number)}`,
    templateDescription: null,
    statusDescription: 'Assigned',
    dueDate: null,
    completedDate: null,
    isNew: true,
    canStartByPatient: true,
    ...more,
  });
const draft = (number: number, submission: UnsentDraft['submission']): UnsentDraft => ({
  patientId: v.parse(PatientId, 1),
  assignedQuestionnaireId: id(number),
  templateTitle: `Form ${String(number)}`,
  submission,
  onServer: false,
});
const left = (...given: Parameters<typeof moreToDo>) =>
  moreToDo(...given).map(({ one, isBegun }) => [one.assignedQuestionnaireId, isBegun]);

test('what is left: not the one just done, nothing that cannot be started, nothing that is on its way; due ones first', () => {
  const all = [
    listed(1),
    listed(2, { dueDate: '2026-12-01' }),
    listed(3, { dueDate: '2026-11-24', statusDescription: 'Started', answeredCount: 2 }),
    listed(4, { canStartByPatient: false }),
    listed(5),
    listed(6, { dueDate: '2026-11-20' }),
  ];
  expect(left(all, [draft(5, 'waiting'), draft(1, 'none')], id(6))).toEqual([
    [3, true],
    [2, false],
    [1, true],
  ]);
  expect(left([listed(6)], [], id(6))).toEqual([]);
});

test('what was only opened is started; what has an answer, here or at the facility, is gone on with', () => {
  const all = [
    listed(1, { statusDescription: 'Started' }),
    listed(2, { statusDescription: 'Started', answeredCount: 1 }),
    listed(3),
  ];
  expect(left(all, [draft(3, 'none')], id(9))).toEqual([
    [1, false],
    [2, true],
    [3, true],
  ]);
});
