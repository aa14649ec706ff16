import { type AssignedQuestionnaireSummary, listQuestionnaires } from '@portal/api';
import { kioskDrafts } from '../../src/data/drafts/kiosk.ts';
import type { DraftHandle } from '../../src/data/drafts/types.ts';
import { send } from '../../src/data/http.ts';
import { openAnswerSheet } from '../../src/features/questionnaires/answerSheet.ts';
import { questionScreens } from '../../src/features/questionnaires/screens.ts';
import { firstPlace, type Walk } from './places.ts';
import { screenState } from './screenState.ts';
import { changeVisit, currentVisit, type OpenSheet, remaining } from './visit.ts';

/** What is due for the patient of this visit and can be started; rejects with `CallError`. */
export async function loadDue(): Promise<readonly AssignedQuestionnaireSummary[]> {
  const visit = currentVisit();
  if (!visit) return [];
  const all = await send(listQuestionnaires, { params: { patientId: visit.patientId } });
  const due = all.filter((summary) => summary.canStartByPatient);
  changeVisit({ due });
  return due;
}

/** How the screens of a questionnaire are walked through. */
export const walkOf = ({ screens, handle }: Pick<OpenSheet, 'screens' | 'handle'>): Walk => ({
  screens: screens.length,
  hasIntro: Boolean(handle.questionnaire.patientInstructions?.trim()),
});

function openSheetOf(handle: DraftHandle, title: string, revised: boolean): OpenSheet {
  const sheet = openAnswerSheet(handle);
  const screens = questionScreens(handle.questionnaire.questionnaireItems);
  const walk = walkOf({ screens, handle });
  const place = firstPlace(walk, (index) => screens[index] !== undefined && screenState(screens[index], sheet) !== 'answered', handle.answers.length > 0);
  return { title, handle, sheet, screens, place, revised };
}

/** Opens a questionnaire for this visit; rejects where it cannot be read. */
export async function openQuestionnaire(summary: AssignedQuestionnaireSummary): Promise<void> {
  const visit = currentVisit();
  if (!visit) return;
  const before = visit.open;
  changeVisit({ open: null });
  await before?.handle.release().catch(() => undefined);
  const handle = await kioskDrafts().open(visit.patientId, summary.assignedQuestionnaireId);
  changeVisit({ open: openSheetOf(handle, summary.templateTitle, false), completed: null });
}

/** The questionnaire has changed while it was filled in: the same draft, matched to it, is walked through again. */
export const showRevised = ({ handle }: OpenSheet): void => changeVisit({ open: openSheetOf(handle, handle.questionnaire.templateTitle, true) });

/** Opens the questionnaire when there is only one; false where there is a choice, nothing, or no connection, and the list says so. */
export async function openTheOnly(): Promise<boolean> {
  try {
    await loadDue();
    const visit = currentVisit();
    const [only, another] = visit ? remaining(visit) : [];
    if (!only || another) return false;
    await openQuestionnaire(only);
    return true;
  } catch {
    return false;
  }
}
