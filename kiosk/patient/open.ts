import { type AssignedQuestionnaireSummary, listQuestionnaires } from '@portal/api';
import { useEffect } from 'react';
import { connection, subscribeToConnection } from '../../src/data/connection.ts';
import { kioskDrafts, translateDraft } from '../../src/data/drafts/kiosk.ts';
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
import { clearMessage, words } from '../../src/words/index.ts';
import { firstStep, type FillStep, type FillWalk } from './fillSteps.ts';
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

/** The questionnaires that were due when the visit began; what is sent from here stays in the list, as sent. */
function takeDue(all: readonly AssignedQuestionnaireSummary[]): void {
  const due = all.filter((summary) => summary.canStartByPatient);
  changeVisit({ due, hasList: due.length > 1 });
}

/** Loads what is due for the patient, where that was not loaded yet. */
export function useDue({ patientId, due }: Visit): QueryAnswer<unknown> {
  const asked = useCall(listQuestionnaires, { params: { patientId } }, { enabled: due === null });
  const { data } = asked;
  useEffect(() => {
    if (due === null && data !== undefined) takeDue(data);
  }, [due, data]);
  return due === null ? asked : { ...asked, isPending: false, error: null };
}

/** How to walk through the screens of a questionnaire. A group asks for another row only after something was said in the first. */
export const walkOf = ({ screens, handle }: Pick<OpenQuestionnaire, 'screens' | 'handle'>): FillWalk => ({
  screens: screens.length,
  hasIntro: Boolean(handle.questionnaire.patientInstructions?.trim()),
  isPassed: (index) => screens[index] !== undefined && hasOnlyAnEmptyRow(screens[index]),
});

/** Goes to another screen of the questionnaire, or to one part of it; not while it is being sent, because a change would come too late. */
export function goTo(place: FillStep, focus: string | null = null): void {
  const open = currentVisit()?.open;
  if (open?.sending === 'sending') return;
  clearMessage();
  // What waits is tried again by the wish, and within one try by the draft.
  if (open?.sending === 'waiting') {
    open.wish.takeBack();
    open.handle.takeBack();
  }
  changeOpenQuestionnaire({ place, focus });
}

/** Goes to the first question with an error. */
function goToProblem({ screens, sheet }: OpenQuestionnaire): void {
  const [problem] = sheet.problems();
  if (!problem) return;
  const index = Math.max(screenWith(screens, problem.slot), 0);
  goTo({ kind: 'question', index }, questionId(problem.item.questionnaireItemId, problem.rowPath));
}

/** Stores the outcome of sending in the visit, because the page that sent may have been removed while nobody touched the tablet. */
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
    // Failures are in the message bar; only surfaces that keep answers wait.
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
      // A lost connection is no error: the page says that it waits.
      if (sending === 'waiting') clearMessage();
      changeOpenQuestionnaire({ sending });
    },
    onOutcome(outcome) {
      const open = mine();
      if (open) takeOutcome(open, outcome);
    },
  });
}

/** The patient's screen after the questions changed: the same question, or what has taken its place. */
function placeAmong(place: FillStep, before: readonly QuestionScreen[], now: readonly QuestionScreen[]): FillStep {
  if (place.kind !== 'question') return place;
  const index = now.findIndex(({ key }) => key === before[place.index]?.key);
  if (index >= 0) return { kind: 'question', index };
  return now.length === 0 ? { kind: 'check' } : { kind: 'question', index: Math.min(place.index, now.length - 1) };
}

/** Applies a change of what is asked or of a group's rows. */
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
  const place = firstStep(
    walk,
    (index) => screens[index] !== undefined && screenState(screens[index], sheet) !== 'answered',
    handle.answers.length > 0,
  );
  const wish = wishFor(handle, sheet);
  return { title, handle, sheet, screens, place, focus: null, wish, sending: 'none', ending: null, revised };
}

/**
 * Opens a questionnaire for this visit; rejects where it cannot be read, or where the one that is open has answers that cannot be saved now and
 * that nothing else has: the patient can go on with that one.
 */
export async function openQuestionnaire(summary: AssignedQuestionnaireSummary): Promise<void> {
  const visit = currentVisit();
  if (!visit) return;
  try {
    await closeQuestionnaire();
  } catch (error) {
    if (visit.open?.handle.questionnaire.assignedQuestionnaireId === summary.assignedQuestionnaireId) return;
    throw error;
  }
  const handle = await kioskDrafts().open(visit.patientId, summary.assignedQuestionnaireId);
  await loadFormChunks(handle.questionnaire, 'kiosk');
  changeVisit({ open: openQuestionnaireOf(handle, summary.templateTitle, false), completed: null });
}

/** The list with the progress that was made here, as the server would give it. */
const withAnswered = (due: Visit['due'], { questionnaire }: DraftHandle, answeredCount: number): Visit['due'] =>
  due?.map((summary) =>
    summary.assignedQuestionnaireId === questionnaire.assignedQuestionnaireId ? { ...summary, answeredCount } : summary,
  ) ?? null;

/** Closes the open questionnaire; its answers stay in the server's draft. Rejects, and it stays open, where they cannot be saved now. */
export async function closeQuestionnaire(): Promise<void> {
  const open = currentVisit()?.open;
  if (!open) return;
  const answered = open.sheet.progress().answered;
  await open.handle.release();
  open.wish.stop();
  const visit = currentVisit();
  if (visit?.open?.sheet === open.sheet)
    changeVisit({ open: null, due: withAnswered(visit.due, open.handle, answered) });
}

/** Goes back to the list from a questionnaire that ended elsewhere: one that was sent there is listed as sent, one that was closed no longer. */
export function leaveEnded(): void {
  const visit = currentVisit();
  if (!visit?.open) return;
  const { ending, handle } = visit.open;
  const { assignedQuestionnaireId: id } = handle.questionnaire;
  changeVisit(
    ending?.kind === 'alreadyCompleted'
      ? { sent: new Set(visit.sent).add(id) }
      : { due: visit.due?.filter((one) => one.assignedQuestionnaireId !== id) ?? null },
  );
  void closeQuestionnaire();
}

/** Starts the same draft again, matched to the revised questionnaire. */
async function showRevised({ handle }: OpenQuestionnaire): Promise<void> {
  await loadFormChunks(handle.questionnaire, 'kiosk');
  changeVisit({ open: openQuestionnaireOf(handle, handle.questionnaire.templateTitle, true) });
}

/**
 * Loads the visit's questionnaires in the current language, and keeps the answers and the screen of the open one. Without a connection, or
 * while it is being sent, they stay as they are.
 */
export async function translateVisit(): Promise<void> {
  const visit = currentVisit();
  if (visit === null) return;
  const { language } = words();
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
  const id = currentVisit()?.open?.handle.questionnaire.assignedQuestionnaireId;
  if (id === undefined) return;
  /** The questionnaire as it is on the screen now, unless it is being sent or another one is open. */
  const free = (): OpenQuestionnaire | null => {
    const open = currentVisit()?.open;
    const isSame = open?.handle.questionnaire.assignedQuestionnaireId === id;
    return isSame && open.sending === 'none' && open.ending === null ? open : null;
  };
  const isWanted = () => words().language === language && free() !== null;
  const handle = await translateDraft(visit.patientId, id, isWanted);
  const open = free();
  if (handle === null || open === null) return;
  open.wish.stop();
  const { place, focus, revised } = open;
  changeVisit({
    open: { ...openQuestionnaireOf(handle, handle.questionnaire.templateTitle, revised), place, focus },
  });
}

/** Opens the questionnaire if it is the only one; false where there are several, none, or no connection, which the list says. */
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
