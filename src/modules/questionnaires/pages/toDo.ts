import { type AssignedQuestionnaireSummary, listQuestionnaires } from '@portal/api';
import * as v from 'valibot';
import type { UnsentDraft } from '../../../data/drafts/types.ts';
import type { ToDoAction, ToDoFacts, ToDoItem, Unsent } from '../../../layout/module.ts';
import { CloudUpload } from '../../../ui/icons.ts';
import { isBegun } from '../fill/howFar.ts';
import { dayIn } from '../fill/due.ts';
import { waitingRow } from '../waitingRow.ts';
import { questionnaireSearch } from './questionnaireAddress.ts';

/** Days before its due date from which a questionnaire comes before everything else. */
const soon = 3;
const isoDayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const isWaiting = (draft: UnsentDraft | undefined): boolean =>
  draft?.submission === 'waiting' || draft?.submission === 'sending';

const openAction = (
  { t }: Pick<ToDoFacts, 't'>,
  id: UnsentDraft['assignedQuestionnaireId'],
  hasAnswers: boolean,
): ToDoAction => ({
  kind: 'page',
  label: t(hasAnswers ? 'core.continue' : 'questionnaires.toDoStart'),
  path: '/complete-questionnaire',
  search: questionnaireSearch(id),
  needsConnection: false,
});

/** Answers that are on this device and not at the facility, whatever the list says. */
function unsentItem(facts: ToDoFacts, draft: UnsentDraft): ToDoItem {
  const { t } = facts;
  const isRefused = draft.submission === 'refused';
  return {
    key: `questionnaire ${String(draft.assignedQuestionnaireId)}`,
    title: draft.templateTitle,
    line: t(isRefused ? 'questionnaires.toDoNotSent' : 'questionnaires.toDoWaiting'),
    icon: CloudUpload,
    rank: 1,
    day: null,
    action: isRefused
      ? openAction(facts, draft.assignedQuestionnaireId, true)
      : {
          kind: 'press',
          label: t('questionnaires.toDoSend'),
          press: async () => (await import('../../../data/outbox/outbox.ts')).sendAllNow(),
          offlineReason: t('questionnaires.toDoSendsItself'),
        },
  };
}

function openItem(
  facts: ToDoFacts,
  one: AssignedQuestionnaireSummary,
  all: readonly AssignedQuestionnaireSummary[],
  draft: UnsentDraft | undefined,
): ToDoItem {
  const { now, timeZone } = facts;
  const isSoon = one.dueDate !== null && one.dueDate <= isoDayAfter(dayIn(timeZone, new Date(now)), soon);
  return {
    ...waitingRow(facts, one, all),
    key: `questionnaire ${String(one.assignedQuestionnaireId)}`,
    rank: isSoon ? 0 : 2,
    action: openAction(facts, one.assignedQuestionnaireId, isBegun(one, draft)),
  };
}

/** Answers on this device that wait or were refused, of questionnaires that are no longer listed. */
const unlisted = (
  open: readonly Pick<AssignedQuestionnaireSummary, 'assignedQuestionnaireId'>[],
  unsent: readonly UnsentDraft[],
): readonly UnsentDraft[] =>
  unsent.filter(
    (draft) =>
      draft.submission !== 'none' &&
      !open.some(({ assignedQuestionnaireId }) => assignedQuestionnaireId === draft.assignedQuestionnaireId),
  );

const startable = (answer: unknown): readonly AssignedQuestionnaireSummary[] =>
  v.parse(listQuestionnaires.answer, answer).filter(({ canStartByPatient }) => canStartByPatient);

/** Every questionnaire until it is sent, and answers that wait on this device. What the facility has not opened cannot be done yet. */
export function items(answer: unknown, facts: ToDoFacts): readonly ToDoItem[] {
  const open = startable(answer);
  const draftOf = (id: UnsentDraft['assignedQuestionnaireId']) =>
    facts.unsent.find(({ assignedQuestionnaireId }) => assignedQuestionnaireId === id);
  const listed = open.map((one) => {
    const draft = draftOf(one.assignedQuestionnaireId);
    return draft !== undefined && (isWaiting(draft) || draft.submission === 'refused')
      ? unsentItem(facts, draft)
      : openItem(facts, one, open, draft);
  });
  return [...listed, ...unlisted(open, facts.unsent).map((draft) => unsentItem(facts, draft))];
}

/** How many of `items` the facility does not count. */
export const uncounted = (answer: unknown, { unsent }: Unsent): number => unlisted(startable(answer), unsent).length;
