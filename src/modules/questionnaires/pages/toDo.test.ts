import { listQuestionnaires } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { UnsentDraft } from '../../../data/drafts/types.ts';
import type { ToDoFacts } from '../../../layout/module.ts';
import { items, uncounted } from './toDo.ts';

const one = (assignedQuestionnaireId: number, more: object = {}) => ({
  assignedQuestionnaireId,
  templateTitle: `Questionnaire ${String(assignedQuestionnaireId)}`,
  templateDescription: null,
  statusDescription: 'Assigned',
  dueDate: null,
  completedDate: null,
  isNew: true,
  canStartByPatient: true,
  questionCount: 12,
  answeredCount: 0,
  ...more,
});
const facts = (unsent: readonly UnsentDraft[] = []): ToDoFacts => ({
  t: (key, values = {}) => [key, ...Object.values(values)].join(' '),
  locale: 'en-US',
  now: Date.parse('2026-11-20T17:00:00Z'),
  timeZone: 'America/New_York',
  unsent,
  unsentMessages: [],
});
const draft = (id: number, submission: UnsentDraft['submission']): UnsentDraft => {
  const [found] = v.parse(listQuestionnaires.answer, [one(id)]);
  if (!found) throw new Error('no questionnaire');
  const patientId = v.parse(listQuestionnaires.params.patientId, 7);
  return {
    patientId,
    assignedQuestionnaireId: found.assignedQuestionnaireId,
    templateTitle: found.templateTitle,
    submission,
    onServer: false,
  };
};

test('a title says which language it is written in, where its file tells', () => {
  expect(items([one(1, { language: 'es-MX' }), one(2)], facts()).map(({ lang }) => lang)).toEqual(['es-MX', undefined]);
});

test('opening one is not doing it: it stays with how far it is, and what is due soon or late comes first', () => {
  const found = items(
    [
      one(1, { dueDate: '2026-11-23', statusDescription: 'Started', isNew: false, answeredCount: 7 }),
      one(2, { dueDate: '2026-11-24' }),
      one(3, { dueDate: '2026-11-01' }),
      one(4),
    ],
    facts(),
  );
  expect(found.map(({ rank, day, badge }) => [rank, day, badge])).toEqual([
    [0, '2026-11-23', undefined],
    [2, '2026-11-24', undefined],
    [0, '2026-11-01', 'questionnaires.toDoLate'],
    [2, null, undefined],
  ]);
  expect(found[0]).toMatchObject({
    line: 'questionnaires.toDoDue Nov 23 · questionnaires.toDoAnswered 7 12',
    progress: { done: 7, total: 12 },
    action: { kind: 'page', label: 'core.continue', search: { assignedQuestionnaireId: '1' } },
  });
  expect(found[3]).toMatchObject({
    line: 'questionnaires.toDoLength 12',
    action: { label: 'questionnaires.toDoStart' },
  });
});

test('what the facility has not opened yet is nothing that one could do', () => {
  expect(items([one(1, { canStartByPatient: false })], facts())).toEqual([]);
});

test('answers that wait on the device can be sent, also where the list has the questionnaire no more', () => {
  const found = items([one(1), one(2)], facts([draft(1, 'waiting'), draft(2, 'none'), draft(3, 'refused')]));
  expect(found.map(({ key, rank, action }) => [key, rank, action?.kind, action?.label])).toEqual([
    ['questionnaire 1', 1, 'press', 'questionnaires.toDoSend'],
    ['questionnaire 2', 2, 'page', 'core.continue'],
    ['questionnaire 3', 1, 'page', 'core.continue'],
  ]);
});

test('the number of what is to be done has what the list shows: those of the facility, and those that only this device has', () => {
  const listed = [one(1), one(2), one(3, { canStartByPatient: false })];
  const unsent = [draft(1, 'waiting'), draft(3, 'waiting'), draft(4, 'refused'), draft(5, 'none')];
  expect(uncounted(listed, { unsent, unsentMessages: [] })).toBe(2);
  const counted = listed.filter(({ canStartByPatient }) => canStartByPatient).length;
  expect(items(listed, facts(unsent))).toHaveLength(counted + uncounted(listed, { unsent, unsentMessages: [] }));
});
