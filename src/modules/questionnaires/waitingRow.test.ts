import { listQuestionnaires } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { type WaitingFacts, waitingRow } from './waitingRow.ts';

const facts: WaitingFacts = {
  t: (key, values = {}) => [key, ...Object.values(values)].join(' '),
  locale: 'en-US',
  now: Date.parse('2026-11-20T17:00:00Z'),
  timeZone: 'America/New_York',
};
const listed = (...more: readonly object[]) =>
  v.parse(
    listQuestionnaires.answer,
    more.map((one, at) => ({
      assignedQuestionnaireId: at + 1,
      templateTitle: 'Weekly check',
      templateDescription: null,
      statusDescription: 'Assigned',
      dueDate: null,
      completedDate: null,
      isNew: true,
      canStartByPatient: true,
      questionCount: 12,
      answeredCount: 0,
      ...one,
    })),
  );
const rowsOf = (...more: readonly object[]) => {
  const all = listed(...more);
  return all.map((one) => waitingRow(facts, one, all));
};

test('one title twice names its round by its day: the one it is due on, or else opens on', () => {
  const titles = rowsOf(
    { dueDate: '2026-11-24' },
    { opensOn: '2026-12-01', canStartByPatient: false },
    { templateTitle: 'Sleep diary', dueDate: '2026-11-24' },
  ).map(({ title }) => title);
  expect(titles).toEqual(['Weekly check · Nov 24', 'Weekly check · Dec 1', 'Sleep diary']);
});

test('a day of another year has its year', () => {
  expect(rowsOf({ dueDate: '2026-12-01' }, { dueDate: '2027-01-02' }).map(({ line }) => line)).toEqual([
    'questionnaires.toDoDue Dec 1 · questionnaires.toDoLength 12',
    'questionnaires.toDoDue Jan 2, 2027 · questionnaires.toDoLength 12',
  ]);
});

test('is overdue from the day after it was due, where the facility is', () => {
  expect(rowsOf({ dueDate: '2026-11-20' }, { dueDate: '2026-11-19' }).map(({ badge }) => badge)).toEqual([
    undefined,
    'questionnaires.toDoLate',
  ]);
});
