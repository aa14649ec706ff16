import type { AssignedQuestionnaireSummary } from '@portal/api';
import type { ToDoEntry } from '../../records/toDo/ToDoRow.tsx';
import type { Words } from '../../words/index.ts';
import { type DayFacts, dueState, shownDay } from './fill/due.ts';
import { howFar } from './fill/howFar.ts';

export type WaitingFacts = DayFacts & Pick<Words, 't'>;

/** The day that distinguishes the rounds of a series. */
const roundOf = ({ dueDate, opensOn }: AssignedQuestionnaireSummary) => dueDate ?? opensOn ?? null;

/** The title, with the day of its round where another one in the list has the same title. */
function titleOf(facts: WaitingFacts, one: AssignedQuestionnaireSummary, all: readonly AssignedQuestionnaireSummary[]) {
  const day = roundOf(one);
  const isTwice = all.some((other) => other.templateTitle === one.templateTitle && roundOf(other) !== day);
  return day !== null && isTwice ? `${one.templateTitle} · ${shownDay(facts, day)}` : one.templateTitle;
}

/** The texts of a waiting questionnaire, the same in every list. `all`: the others in the list. */
export function waitingRow(
  facts: WaitingFacts,
  one: AssignedQuestionnaireSummary,
  all: readonly AssignedQuestionnaireSummary[],
): Pick<ToDoEntry, 'title' | 'lang' | 'line' | 'badge' | 'progress' | 'day'> {
  const { t, now, timeZone } = facts;
  const { dueDate, questionCount: total, answeredCount: answered } = one;
  const isLate = dueDate !== null && dueState(dueDate, timeZone, new Date(now)) === 'overdue';
  return {
    title: titleOf(facts, one, all),
    ...(one.language === undefined ? {} : { lang: one.language }),
    line: [dueDate === null ? '' : t('questionnaires.toDoDue', { date: shownDay(facts, dueDate) }), howFar(facts, one)]
      .filter((part) => part !== '')
      .join(' · '),
    ...(isLate ? { badge: t('questionnaires.toDoLate') } : {}),
    ...(answered > 0 && total > 0 ? { progress: { done: answered, total } } : {}),
    day: dueDate,
  };
}
