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

/** Loads the questionnaire beside the profile; for a wrong guess the server answers the usual 404, and it is loaded again. */
export function prefetch(search: Readonly<Record<string, string>>): void {
  const id = questionnaireOf(search);
  const ids = remembered();
  const patientId = actingFor() ?? ids?.patientId ?? null;
  if (currentSession()?.mode !== 'online') return;
  if (id !== null && patientId !== null) prefetchQuestionnaire(patientId, id);
  if (ids !== null) void prefetchDeviceKey(ids.userId);
}

/** Prefetches the pages after a questionnaire, in case the connection or this build's files are gone by then. */
export function usePrefetchNextPages(): void {
  useEffect(() => {
    const bring = () =>
      Promise.all([
        import('./ScoringPage.tsx'),
        import('./QuestionnairesPage.tsx'),
        loadWords('records'),
        // The lists that were loaded here stay cached.
        import('../../../data/keptRecords/keeping.ts'),
        // What waits to be sent is listed right after sending.
        import('../../../data/unsent/following.ts'),
        import('../../../data/drafts/listUnsent.ts'),
      ]);
    const timer = setTimeout(() => void bring().catch(() => undefined), 1500);
    return () => clearTimeout(timer);
  }, []);
}

/** The open questionnaire, for the page around it. */
interface OpenFill {
  /** Called by the questionnaire; null: nothing is being filled in any more, and a reload interrupts nobody. */
  readonly note: (work: FillWork | null) => void;
  /** Asks before the browser's Back and Forward leave unfinished answers; true when the person stays. */
  readonly staysHere: () => Promise<boolean>;
  /** Asks about unfinished answers, wherever in the questionnaire the person is; false when they stay. */
  readonly mayLeave: () => Promise<boolean>;
}

/** Registers the questionnaire as open work (`openWork.ts`), so that no reload interrupts it. */
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

/** Keeps the browser's Back inside the portal while chapters are open, also after a link from elsewhere. */
export const layListBehind = (): void => layBehind('/questionnaires');
