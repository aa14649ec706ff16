import type { AssignedQuestionnaire, AssignedQuestionnaireId, AssignedQuestionnaireSummary, PatientId } from '@portal/api';
import { useSyncExternalStore } from 'react';
import type { DraftHandle } from '../../src/data/drafts/types.ts';
import type { AnswerSheet } from '../../src/features/questionnaires/answerSheet.ts';
import type { QuestionScreen } from '../../src/features/questionnaires/screens.ts';
import type { Place } from './places.ts';

/** The questionnaire that is open, with everything said in it. Lives outside React, so that covering the screen loses nothing. */
export interface OpenSheet {
  readonly title: string;
  readonly handle: DraftHandle;
  readonly sheet: AnswerSheet;
  readonly screens: readonly QuestionScreen[];
  readonly place: Place;
  /** It was revised while it was filled in. */
  readonly revised: boolean;
}

/** One patient's time with the tablet, in memory alone: a reload asks again who is there, a wipe leaves nothing. */
export interface Visit {
  readonly patientId: PatientId;
  /** First name and first letter of the last name; more is not kept. */
  readonly name: string;
  /** What is due, in the order of the server; null until it was loaded. */
  readonly due: readonly AssignedQuestionnaireSummary[] | null;
  readonly sent: ReadonlySet<AssignedQuestionnaireId>;
  readonly open: OpenSheet | null;
  /** The last one sent, for its result. */
  readonly completed: AssignedQuestionnaire | null;
}

const listeners = new Set<() => void>();
let visit: Visit | null = null;

function publish(next: Visit | null): void {
  visit = next;
  for (const listener of listeners) listener();
}

export const currentVisit = (): Visit | null => visit;

/** The patient said who they are. */
export function beginVisit(patientId: PatientId, name: string): void {
  publish({ patientId, name, due: null, sent: new Set(), open: null, completed: null });
}

/** Changes the visit; nothing where it has ended. */
export function changeVisit(change: Partial<Omit<Visit, 'patientId' | 'name'>>): void {
  if (visit) publish({ ...visit, ...change });
}

/** Changes the sheet that is open; nothing where there is none. */
export function changeOpenSheet(change: Partial<OpenSheet>): void {
  if (visit?.open) publish({ ...visit, open: { ...visit.open, ...change } });
}

/** Forgets the patient. */
export const endVisit = (): void => publish(null);

/** What is left to fill in. */
export const remaining = (one: Visit): readonly AssignedQuestionnaireSummary[] =>
  (one.due ?? []).filter((summary) => !one.sent.has(summary.assignedQuestionnaireId));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The visit of the moment, for components. */
export const useVisit = (): Visit | null => useSyncExternalStore(subscribe, currentVisit, currentVisit);
