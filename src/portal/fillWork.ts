import { useCallback, useEffect, useRef } from 'react';
import { askDeviceKeyAhead, primeQuestionnaire } from '../data/drafts/portal.ts';
import { actingFor } from '../data/profile.ts';
import { remembered } from '../data/remembered.ts';
import { currentSession } from '../data/session.ts';
import type { FillWork } from '../features/questionnaires/Fill.tsx';
import { noteOpenWork } from '../shell/openWork.ts';
import { questionnaireOf } from './questionnaireAddress.ts';

/** Asks for the questionnaire beside the profile; a wrong guess gets the same 404 as anyone and is asked again. */
export function askAhead(search: Readonly<Record<string, string>>): void {
  const id = questionnaireOf(search);
  const ids = remembered();
  const patientId = actingFor() ?? ids?.patientId ?? null;
  if (currentSession()?.mode !== 'online') return;
  if (id !== null && patientId !== null) primeQuestionnaire(patientId, id);
  if (ids !== null) void askDeviceKeyAhead(ids.userId);
}

/** Where a person goes from a questionnaire: brought while there is a connection and this version's files are still there. */
export function useWaysOn(): void {
  useEffect(() => {
    const bring = () => Promise.all([import('./ScoringPage.tsx'), import('./QuestionnairesPage.tsx'), import('./Home.tsx')]);
    const timer = setTimeout(() => void bring().catch(() => undefined), 1500);
    return () => clearTimeout(timer);
  }, []);
}

/** What is being filled in, as the page around it needs it. */
export interface OpenFill {
  /** Told by the questionnaire; null says that nothing is being filled in any more, and that a reload would interrupt nobody. */
  readonly note: (work: FillWork | null) => void;
  /** Asks before the browser's own Back and Forward leave answers in progress; true when the person stays. */
  readonly staysHere: () => Promise<boolean>;
}

/** Knows the work of the questionnaire that is open, and tells the shell of it. */
export function useOpenFill(): OpenFill {
  const work = useRef<FillWork | null>(null);
  const stopNoting = useRef<(() => void) | null>(null);
  const note = useCallback((next: FillWork | null) => {
    stopNoting.current?.();
    stopNoting.current = next && noteOpenWork(next);
    work.current = next;
  }, []);
  useEffect(() => () => note(null), [note]);
  const staysHere = useCallback(async () => {
    const open = work.current;
    return open !== null && open.asksOnLeaving() && !(await open.askToLeave());
  }, []);
  return { note, staysHere };
}
