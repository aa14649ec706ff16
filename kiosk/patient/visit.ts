import type {
  AssignedQuestionnaire,
  AssignedQuestionnaireId,
  AssignedQuestionnaireSummary,
  PatientId,
} from '@portal/api';
import { smallStore, useSmallStore } from '../../src/browser/smallStore.ts';
import type { DraftHandle, SubmitOutcome } from '../../src/data/drafts/types.ts';
import type { AnswerSheet } from '../../src/modules/questionnaires/fill/answerSheet.ts';
import type { QuestionScreen } from '../../src/modules/questionnaires/fill/kioskScreens.ts';
import type { CheckIn } from '../checkIn/state.ts';
import type { FillStep } from './fillSteps.ts';
import type { WishState, WishToSend } from './wishToSend.ts';

/** How a questionnaire ended other than by being sent from here. */
export type EndedElsewhere = Extract<SubmitOutcome, { kind: 'alreadyCompleted' | 'noLongerOpen' }>;

/** The open questionnaire with all its answers. Outside React, so that covering the screen loses nothing. */
export interface OpenQuestionnaire {
  readonly title: string;
  readonly handle: DraftHandle;
  readonly sheet: AnswerSheet;
  readonly screens: readonly QuestionScreen[];
  readonly place: FillStep;
  /** The id of the part that must be corrected. */
  readonly focus: string | null;
  readonly wish: WishToSend;
  readonly sending: WishState;
  readonly ending: EndedElsewhere | null;
  /** True when it was revised while it was filled in. */
  readonly revised: boolean;
}

/** One patient's time with the tablet, in memory only: a reload asks again who is there, and a wipe leaves nothing. */
export interface Visit {
  readonly patientId: PatientId;
  /** First name and first letter of the last name; the rest is not stored. */
  readonly name: string;
  /** What the facility asks first; null until it was loaded. */
  readonly checkIn: CheckIn | null;
  /** What is due, in the order of the server; null until it was loaded. */
  readonly due: readonly AssignedQuestionnaireSummary[] | null;
  /** True where several were due: Back on the first screen leads to the list, also when the others are closed by now. */
  readonly hasList: boolean;
  readonly sent: ReadonlySet<AssignedQuestionnaireId>;
  readonly open: OpenQuestionnaire | null;
  /** The last one sent, for its result. */
  readonly completed: AssignedQuestionnaire | null;
}

const visit = smallStore<Visit | null>(null);

export const currentVisit = visit.get;

/** Begins a visit, after the patient has said who they are. */
export function beginVisit(patientId: PatientId, name: string): void {
  visit.set({
    patientId,
    name,
    checkIn: null,
    due: null,
    hasList: false,
    sent: new Set(),
    open: null,
    completed: null,
  });
}

/** Changes the visit; does nothing where it has ended. */
export function changeVisit(change: Partial<Omit<Visit, 'patientId' | 'name'>>): void {
  const now = visit.get();
  if (now) visit.set({ ...now, ...change });
}

/** Changes the open questionnaire; does nothing where there is none. */
export function changeOpenQuestionnaire(change: Partial<OpenQuestionnaire>): void {
  const now = visit.get();
  if (now?.open) visit.set({ ...now, open: { ...now.open, ...change } });
}

/** Ends the visit and stops sending. */
export function endVisit(): void {
  visit.get()?.open?.wish.stop();
  visit.set(null);
}

/** Whether the patient waits: their answers are being sent, or wait for the connection. */
const waitsToSend = (): boolean => {
  const sending = visit.get()?.open?.sending;
  return sending === 'sending' || sending === 'waiting';
};

/** Whether the patient waits for the sending or reads what the facility says about their answers. The idle limits are longer then. */
export const hasLongIdleLimit = (): boolean =>
  waitsToSend() || (visit.get()?.completed?.alertMessages ?? []).length > 0;

/** Calls back on each change of the visit; returns a function that stops it. */
export const subscribeToVisit = visit.subscribe;

export const remaining = (one: Visit): readonly AssignedQuestionnaireSummary[] =>
  (one.due ?? []).filter((summary) => !one.sent.has(summary.assignedQuestionnaireId));

/** How a visit ends by "Finish and exit": with thanks only where the patient sent everything. */
export const finishReason = (one: Visit): 'finished' | 'left' =>
  one.sent.size > 0 && remaining(one).length === 0 ? 'finished' : 'left';

export const useVisit = (): Visit | null => useSmallStore(visit);
