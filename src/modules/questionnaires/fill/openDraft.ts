import type { AssignedQuestionnaireId, PatientId } from '@portal/api';
import { useCallback, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import type { DraftHandle, DraftState, Drafts } from '../../../data/drafts/types.ts';
import { loadChapterParts } from './chapterParts.ts';
import { loadFormChunks } from './formChunks.tsx';
import { useWords } from '../../../words/index.ts';
import { takesBack } from './savedState.ts';

type OpenedDraft =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly handle: DraftHandle }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Drafts that are being closed. The same questionnaire opens again only after that; otherwise it would seem to be open in another tab. */
const leaving = new Map<AssignedQuestionnaireId, Promise<void>>();

function giveBack(id: AssignedQuestionnaireId, given: Promise<DraftHandle>): void {
  const done = given
    .then((handle) => handle.release())
    .catch(() => undefined)
    .then(() => {
      if (leaving.get(id) === done) leaving.delete(id);
    });
  leaving.set(id, done);
}

const opening: OpenedDraft = { kind: 'opening' };

/** Opens a draft for as long as the component is mounted. `again` tries once more after a failure or when it must be read again. */
export function useOpenDraft(
  drafts: Drafts,
  patientId: PatientId,
  id: AssignedQuestionnaireId,
): OpenedDraft & { readonly again: () => void } {
  const [round, setRound] = useState(0);
  // Its texts differ in another language: the draft is closed and opened again, with everything that was typed.
  const { language } = useWords();
  const key = `${patientId}/${id}/${round}/${language}`;
  const [latest, setLatest] = useState<{ readonly key: string; readonly opened: OpenedDraft }>({
    key: '',
    opened: opening,
  });
  useEffect(() => {
    let isWanted = true;
    let given: Promise<DraftHandle> | null = null;
    const open = async () => {
      await leaving.get(id);
      if (!isWanted) return;
      given = drafts.open(patientId, id);
      const handle = await given;
      await Promise.all([loadFormChunks(handle.questionnaire, 'portal'), loadChapterParts(handle.questionnaire)]);
      if (isWanted) setLatest({ key, opened: { kind: 'open', handle } });
    };
    open().catch((error: unknown) => {
      // A page that cannot show the draft must not keep it from other tabs.
      if (given && isWanted) giveBack(id, given);
      given = null;
      if (isWanted) setLatest({ key, opened: { kind: 'failed', error } });
    });
    return () => {
      isWanted = false;
      // Also a draft that is still opening: the next one would share it, in the language that it was requested in.
      if (given) giveBack(id, given);
    };
  }, [drafts, patientId, id, key]);
  const again = useCallback(() => setRound((count) => count + 1), []);
  return { ...(latest.key === key ? latest.opened : opening), again };
}

/** The state of an open draft, in a render that yields to input; at once where something that was saved no longer is. */
export function useDraftState(handle: DraftHandle): DraftState {
  const subscribe = useCallback((listener: () => void) => handle.subscribe(listener), [handle]);
  const read = useCallback(() => handle.state(), [handle]);
  const state = useSyncExternalStore(subscribe, read, read);
  const shown = useDeferredValue(state);
  return takesBack(shown, state) ? state : shown;
}

/** Whether this tab may write; renders again only when that changes, not with every keystroke. */
export function useOwnership(handle: DraftHandle): DraftState['ownership'] {
  const subscribe = useCallback((listener: () => void) => handle.subscribe(listener), [handle]);
  const ownership = useCallback(() => handle.state().ownership, [handle]);
  return useSyncExternalStore(subscribe, ownership, ownership);
}
