import type { AssignedQuestionnaire, AssignedQuestionnaireId, PatientId } from '@portal/api';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { askDeviceKeyAhead, portalDrafts, primeQuestionnaire } from '../data/drafts/portal.ts';
import { actingFor, useActingFor } from '../data/profile.ts';
import { remembered } from '../data/remembered.ts';
import { currentSession } from '../data/session.ts';
import { FillQuestionnaire, type FillWork } from '../features/questionnaires/Fill.tsx';
import { noteOpenWork } from '../shell/openWork.ts';
import { GoTo } from '../shell/GoTo.tsx';
import { useSearchTexts } from '../shell/useSearchTexts.ts';
import { markTitleFailed } from '../shell/title.ts';
import { showScore } from './completed.ts';
import { questionnaireOf, questionnaireSearch } from './questionnaireAddress.ts';

const drafts = portalDrafts();

/** Asks for the questionnaire beside the profile; a wrong guess gets the same 404 as anyone and is asked again. */
export function load(search: Readonly<Record<string, string>>): void {
  const id = questionnaireOf(search);
  const ids = remembered();
  const patientId = actingFor() ?? ids?.patientId ?? null;
  if (currentSession()?.mode !== 'online') return;
  if (id !== null && patientId !== null) primeQuestionnaire(patientId, id);
  if (ids !== null) void askDeviceKeyAhead(ids.userId);
}

/** Where a person goes from here: brought while there is a connection and this version's files are still there. */
const waysOn = () => Promise.all([import('./ScoringPage.tsx'), import('./QuestionnairesPage.tsx'), import('./Home.tsx')]);

function Filling({ patientId, id }: { patientId: PatientId; id: AssignedQuestionnaireId }): ReactNode {
  const navigate = useNavigate();
  const work = useRef<FillWork | null>(null);
  const stopNoting = useRef<(() => void) | null>(null);

  const note = useCallback((next: FillWork | null) => {
    stopNoting.current?.();
    stopNoting.current = next && noteOpenWork(next);
    work.current = next;
  }, []);
  useEffect(() => () => note(null), [note]);
  useEffect(() => {
    const timer = setTimeout(() => void waysOn().catch(() => undefined), 1500);
    return () => clearTimeout(timer);
  }, []);

  // Only what the person does with the browser asks here; the page's own ways out have asked before they navigate.
  useBlocker({
    shouldBlockFn: async () => {
      const open = work.current;
      return open !== null && open.asksOnLeaving() && !(await open.askToLeave());
    },
    enableBeforeUnload: false,
  });

  // From here on nothing is being filled in: a reload for a missing file would interrupt nobody.
  const leave = useCallback(() => {
    note(null);
    void navigate({ to: '/questionnaires', search: {}, replace: true, ignoreBlocker: true });
  }, [navigate, note]);
  const done = useCallback(
    (completed: AssignedQuestionnaire) => {
      showScore(completed);
      note(null);
      void navigate({ to: '/questionnaire-scoring', search: questionnaireSearch(completed.assignedQuestionnaireId), replace: true, ignoreBlocker: true });
    },
    [navigate, note],
  );
  return <FillQuestionnaire patientId={patientId} assignedQuestionnaireId={id} drafts={drafts} onDone={done} onLeave={leave} onErrorsShown={markTitleFailed} onWork={note} />;
}

/** One questionnaire to fill in, full screen. */
export function Page(): ReactNode {
  const patientId = useActingFor();
  const id = questionnaireOf(useSearchTexts());
  if (id === null) return <GoTo path="/questionnaires" />;
  return patientId === null ? null : <Filling key={id} patientId={patientId} id={id} />;
}
