import { type AssignedQuestionnaireSummary, listQuestionnaires, type QuestionnaireItemId } from '@portal/api';
import { useEffect } from 'react';
import { connection, subscribeToConnection } from '../../src/data/connection.ts';
import { kioskDrafts } from '../../src/data/drafts/kiosk.ts';
import { browserClock } from '../../src/data/drafts/server.ts';
import type { DraftHandle } from '../../src/data/drafts/types.ts';
import { fetchCall } from '../../src/data/fetchCall.ts';
import { useCall } from '../../src/data/query/query.ts';
import type { QueryAnswer } from '../../src/data/query/queryState.ts';
import { type AnswerSheet, openAnswerSheet } from '../../src/modules/questionnaires/fill/answerSheet.ts';
import { questionScreens } from '../../src/modules/questionnaires/fill/screens.ts';
import { type SendOutcome, sendSheet } from '../../src/modules/questionnaires/fill/sheetSubmit.ts';
import { clearMessage } from '../../src/words/index.ts';
import { firstPlace, type Place, type Walk } from './places.ts';
import { screenState } from './screenState.ts';
import {
  changeOpenQuestionnaire,
  changeVisit,
  currentVisit,
  type OpenQuestionnaire,
  remaining,
  type Visit,
} from './visit.ts';
import { type WishToSend, wishToSend } from './wishToSend.ts';

/** What is due and can be started, as the visit found it: what is sent from here stays in the list, as sent. */
const takeDue = (all: readonly AssignedQuestionnaireSummary[]): void =>
  changeVisit({ due: all.filter((summary) => summary.canStartByPatient) });

/** Asks what is due for the patient of this visit, where that was not done yet. */
export function useDue({ patientId, due }: Visit): QueryAnswer<unknown> {
  const asked = useCall(listQuestionnaires, { params: { patientId } }, { enabled: due === null });
  const { data } = asked;
  useEffect(() => {
    if (due === null && data !== undefined) takeDue(data);
  }, [due, data]);
  return due === null ? asked : { ...asked, isPending: false, error: null };
}

/** How the screens of a questionnaire are walked through. */
export const walkOf = ({ screens, handle }: Pick<OpenQuestionnaire, 'screens' | 'handle'>): Walk => ({
  screens: screens.length,
  hasIntro: Boolean(handle.questionnaire.patientInstructions?.trim()),
});

/** Goes to another place of the questionnaire, or to one question there. */
export function goTo(place: Place, focus: QuestionnaireItemId | null = null): void {
  clearMessage();
  currentVisit()?.open?.wish.takeBack();
  changeOpenQuestionnaire({ place, focus });
}

/** Leads to the first question with a broken rule. */
function goToProblem({ screens, sheet }: OpenQuestionnaire): void {
  const [problem] = sheet.problems();
  if (!problem) return;
  const id = problem.item.questionnaireItemId;
  const index = screens.findIndex((screen) => screen.answerable.includes(id));
  goTo({ kind: 'question', index: Math.max(index, 0) }, id);
}

/** What came of sending belongs to the visit: the page that sent may be gone by then, because nobody touched the tablet. */
function takeOutcome(open: OpenQuestionnaire, outcome: SendOutcome): void {
  const visit = currentVisit();
  if (!visit) return;
  switch (outcome.kind) {
    case 'sent':
      void open.handle.release().catch(() => undefined);
      changeVisit({
        completed: outcome.completed,
        sent: new Set(visit.sent).add(outcome.completed.assignedQuestionnaireId),
        open: null,
      });
      return;
    case 'alreadyCompleted':
    case 'noLongerOpen':
      changeOpenQuestionnaire({ ending: outcome });
      return;
    case 'incomplete':
    case 'invalid':
      goToProblem(open);
      return;
    case 'revised':
      showRevised(open);
      return;
    // A failure is in the message bar; waiting is for surfaces that keep answers.
    case 'failed':
    case 'waiting':
  }
}

function wishFor(handle: DraftHandle, sheet: AnswerSheet): WishToSend {
  const mine = (): OpenQuestionnaire | null => {
    const open = currentVisit()?.open;
    return open?.sheet === sheet ? open : null;
  };
  return wishToSend({
    send: () => sendSheet(handle, sheet),
    hasLostConnection: () => handle.state().connection === 'offline' || connection() === 'offline',
    connection,
    subscribeToConnection,
    later: browserClock.later,
    onState(sending) {
      if (!mine()) return;
      // A lost connection is no error to be told of: the page says that it waits.
      if (sending === 'waiting') clearMessage();
      changeOpenQuestionnaire({ sending });
    },
    onOutcome(outcome) {
      const open = mine();
      if (open) takeOutcome(open, outcome);
    },
  });
}

function openQuestionnaireOf(handle: DraftHandle, title: string, revised: boolean): OpenQuestionnaire {
  const sheet = openAnswerSheet(handle);
  const screens = questionScreens(handle.questionnaire.questionnaireItems);
  const walk = walkOf({ screens, handle });
  const place = firstPlace(
    walk,
    (index) => screens[index] !== undefined && screenState(screens[index], sheet) !== 'answered',
    handle.answers.length > 0,
  );
  const wish = wishFor(handle, sheet);
  return { title, handle, sheet, screens, place, focus: null, wish, sending: 'none', ending: null, revised };
}

/** Opens a questionnaire for this visit; rejects where it cannot be read. */
export async function openQuestionnaire(summary: AssignedQuestionnaireSummary): Promise<void> {
  const visit = currentVisit();
  if (!visit) return;
  await closeQuestionnaire();
  const handle = await kioskDrafts().open(visit.patientId, summary.assignedQuestionnaireId);
  changeVisit({ open: openQuestionnaireOf(handle, summary.templateTitle, false), completed: null });
}

/** The list with how far somebody came here, as the server would give it. */
const withAnswered = (due: Visit['due'], { questionnaire }: DraftHandle, answeredCount: number): Visit['due'] =>
  due?.map((summary) =>
    summary.assignedQuestionnaireId === questionnaire.assignedQuestionnaireId ? { ...summary, answeredCount } : summary,
  ) ?? null;

/** Closes the questionnaire that is open, with its answers as the server's draft. */
export async function closeQuestionnaire(): Promise<void> {
  const visit = currentVisit();
  if (!visit?.open) return;
  const { wish, handle, sheet } = visit.open;
  changeVisit({ open: null, due: withAnswered(visit.due, handle, sheet.progress().answered) });
  wish.stop();
  await handle.release().catch(() => undefined);
}

/** The questionnaire has changed while it was filled in: the same draft, matched to it, is walked through again. */
function showRevised({ handle }: OpenQuestionnaire): void {
  changeVisit({ open: openQuestionnaireOf(handle, handle.questionnaire.templateTitle, true) });
}

/** Opens the questionnaire when there is only one; false where there is a choice, nothing, or no connection, and the list says so. */
export async function openTheOnly(): Promise<boolean> {
  try {
    const begun = currentVisit();
    if (!begun) return false;
    takeDue(await fetchCall(listQuestionnaires, { params: { patientId: begun.patientId } }));
    const visit = currentVisit();
    const [only, another] = visit ? remaining(visit) : [];
    if (!only || another) return false;
    await openQuestionnaire(only);
    return true;
  } catch {
    return false;
  }
}
