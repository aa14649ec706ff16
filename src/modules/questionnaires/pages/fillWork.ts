import { layoutParts } from '../../../layout/layoutParts.ts';
import { useCallback, useEffect, useRef } from 'react';
import { prefetchDeviceKey, prefetchQuestionnaire } from '../../../data/drafts/portal.ts';
import { actingFor } from '../../../data/profile.ts';
import { remembered } from '../../../data/remembered.ts';
import { currentSession } from '../../../data/session.ts';
import type { FillWork } from '../fill/Fill.tsx';
import { noteOpenWork } from '../../../browser/openWork.ts';
import { layBehind } from '../../../layout/routing/pageBehind.ts';
import { loadWords } from '../../../words/index.ts';
import { questionnaireOf } from './questionnaireAddress.ts';

/** Asks for the questionnaire beside the profile; a wrong guess gets the same 404 as anyone and is asked again. */
export function prefetch(search: Readonly<Record<string, string>>): void {
  const id = questionnaireOf(search);
  const ids = remembered();
  const patientId = actingFor() ?? ids?.patientId ?? null;
  if (currentSession()?.mode !== 'online') return;
  if (id !== null && patientId !== null) prefetchQuestionnaire(patientId, id);
  if (ids !== null) void prefetchDeviceKey(ids.userId);
}

/** Prefetches the pages that follow a questionnaire, in case the connection or this build's files are gone by then. */
export function usePrefetchNextPages(): void {
  useEffect(() => {
    const bring = () =>
      Promise.all([
        import('./ScoringPage.tsx'),
        import('./QuestionnairesPage.tsx'),
        layoutParts.home(),
        loadWords('records'),
        // What keeps the lists that are asked for then.
        import('../../../data/keptRecords/keeping.ts'),
      ]);
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
  /** Asks about answers in progress, wherever in the questionnaire the person is; false when they stay. */
  readonly mayLeave: () => Promise<boolean>;
}

/** Keeps the open work of the questionnaire and reports it to `openWork.ts`, so that no reload interrupts it. */
export function useOpenFill(): OpenFill {
  const work = useRef<FillWork | null>(null);
  const stopNoting = useRef<(() => void) | null>(null);
  const note = useCallback((next: FillWork | null) => {
    stopNoting.current?.();
    stopNoting.current = next && noteOpenWork(next);
    work.current = next;
  }, []);
  useEffect(() => () => note(null), [note]);
  const mayLeave = useCallback(async () => {
    const open = work.current;
    return open === null || !open.asksOnLeaving() || open.askToLeave();
  }, []);
  const staysHere = useCallback(async () => work.current?.stepBack() === true || !(await mayLeave()), [mayLeave]);
  return { note, staysHere, mayLeave };
}

/** Keeps the browser's Back inside the portal while chapters are open, also where a link from elsewhere led here. */
export const layListBehind = (): void => layBehind('/questionnaires');
