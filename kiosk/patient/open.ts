import { type AssignedQuestionnaireSummary, listQuestionnaires } from '@portal/api';
import { useEffect } from 'react';
import { connection, subscribeToConnection } from '../../src/data/connection.ts';
import { kioskDrafts } from '../../src/data/drafts/kiosk.ts';
import { browserClock } from '../../src/data/unsent/clock.ts';
import type { DraftHandle } from '../../src/data/drafts/types.ts';
import { fetchCall } from '../../src/data/fetchCall.ts';
import { useCall } from '../../src/data/query/query.ts';
import type { QueryAnswer } from '../../src/data/query/queryState.ts';
import { type AnswerSheet, openAnswerSheet } from '../../src/modules/questionnaires/fill/answerSheet.ts';
import { loadFormChunks } from '../../src/modules/questionnaires/fill/formChunks.tsx';
import { questionId } from '../../src/modules/questionnaires/fill/items/itemParts.ts';
import {
  type QuestionScreen,
  hasOnlyAnEmptyRow,
  questionScreens,
  screenWith,
} from '../../src/modules/questionnaires/fill/kioskScreens.ts';
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

/** How the screens of a questionnaire are walked through: nobody is asked for another row who has said nothing in the first one. */
export const walkOf = ({ screens, handle }: Pick<OpenQuestionnaire, 'screens' | 'handle'>): Walk => ({
  screens: screens.length,
  hasIntro: Boolean(handle.questionnaire.patientInstructions?.trim()),
  isPassed: (index) => screens[index] !== undefined && hasOnlyAnEmptyRow(screens[index]),
});

/** Goes to another place of the questionnaire, or to one part there. */
export function goTo(place: Place, focus: string | null = null): void {
  clearMessage();
  currentVisit()?.open?.wish.takeBack();
  changeOpenQuestionnaire({ place, focus });
}

/** Leads to the first question with a broken rule. */
function goToProblem({ screens, sheet }: OpenQuestionnaire): void {
  const [problem] = sheet.problems();
  if (!problem) return;
  const index = Math.max(screenWith(screens, problem.slot), 0);
  goTo({ kind: 'question', index }, questionId(problem.item.questionnaireItemId, problem.rowPath));
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
      void showRevised(open);
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

/** Where the patient is once other questions are asked: at the same one, or at what has its place where that is not asked any more. */
function placeAmong(place: Place, before: readonly QuestionScreen[], now: readonly QuestionScreen[]): Place {
  if (place.kind !== 'question') return place;
  const index = now.findIndex(({ key }) => key === before[place.index]?.key);
  if (index >= 0) return { kind: 'question', index };
  return now.length === 0 ? { kind: 'check' } : { kind: 'question', index: Math.min(place.index, now.length - 1) };
}

/** An answer has changed what is asked, or a group has other rows. */
function takeScreens(sheet: AnswerSheet): void {
  const open = currentVisit()?.open;
  if (open?.sheet !== sheet) return;
  const screens = questionScreens(sheet);
  changeOpenQuestionnaire({ screens, place: placeAmong(open.place, open.screens, screens) });
}

function openQuestionnaireOf(handle: DraftHandle, title: string, revised: boolean): OpenQuestionnaire {
  const sheet = openAnswerSheet(handle);
  const screens = questionScreens(sheet);
  sheet.subscribeAsking(() => takeScreens(sheet));
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
  await loadFormChunks(handle.questionnaire, 'kiosk');
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
async function showRevised({ handle }: OpenQuestionnaire): Promise<void> {
  await loadFormChunks(handle.questionnaire, 'kiosk');
  changeVisit({ open: openQuestionnaireOf(handle, handle.questionnaire.templateTitle, true) });
}

/**
 * Brings the visit's questionnaires into the language of the moment: their titles, and the one that is open, at the same place. Without a
 * connection, or while answers are on their way, they stay as they are.
 */
export async function translateVisit(): Promise<void> {
  const visit = currentVisit();
  if (visit === null) return;
  if (visit.due !== null) {
    const asked = await fetchCall(listQuestionnaires, { params: { patientId: visit.patientId } }, true);
    const byId = new Map(asked.map((one) => [one.assignedQuestionnaireId, one]));
    const due = currentVisit()?.due?.map((one) => {
      const { templateTitle, templateDescription, language, isFallbackLanguage } =
        byId.get(one.assignedQuestionnaireId) ?? one;
      return { ...one, templateTitle, templateDescription, language, isFallbackLanguage };
    });
    if (due) changeVisit({ due });
  }
  const open = currentVisit()?.open;
  if (!open || open.sending !== 'none' || open.ending !== null) return;
  await open.handle.flush();
  // What is not on the server would have to be read again from this page alone.
  if (open.handle.answers.length > 0 && open.handle.state().server !== 'saved') return;
  const { assignedQuestionnaireId } = open.handle.questionnaire;
  if (currentVisit()?.open?.sheet !== open.sheet) return;
  open.wish.stop();
  await open.handle.release();
  const handle = await kioskDrafts().open(visit.patientId, assignedQuestionnaireId);
  if (currentVisit()?.open?.handle !== open.handle) return;
  const { place, focus } = open;
  changeVisit({
    open: { ...openQuestionnaireOf(handle, handle.questionnaire.templateTitle, open.revised), place, focus },
  });
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
