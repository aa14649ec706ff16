import type { MessageRequest, PatientId, SecureThreadId } from '@portal/api';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { openMessageDraft, WrittenByNewerVersion } from '../../data/messages/portal.ts';
import type { MessageDraftHandle, MessageDraftState } from '../../data/messages/types.ts';

export interface OpenDraft {
  readonly handle: MessageDraftHandle;
  readonly state: MessageDraftState;
}

/** The person's reply in a thread, new message or request; null until it is open. Closed with the component. */
export function useMessageDraft(
  patientId: PatientId,
  threadId: SecureThreadId | null,
  /** What a new message asks for; the same object while that does not change. */
  request: MessageRequest | null = null,
): OpenDraft | 'newerVersion' | null {
  const [handle, setHandle] = useState<MessageDraftHandle | null>(null);
  const [isNewer, setNewer] = useState(false);
  useEffect(() => {
    let isGone = false;
    let opened: MessageDraftHandle | null = null;
    openMessageDraft({ patientId, threadId, request }).then(
      (next) => {
        opened = next;
        if (isGone) void next.close();
        else setHandle(next);
      },
      (error: unknown) => {
        if (!(error instanceof WrittenByNewerVersion)) throw error;
        setNewer(true);
      },
    );
    return () => {
      isGone = true;
      setHandle(null);
      void opened?.close();
    };
  }, [patientId, threadId, request]);
  const subscribe = useCallback((listener: () => void) => handle?.subscribe(listener) ?? (() => undefined), [handle]);
  const state = useSyncExternalStore(subscribe, () => handle?.state() ?? null);
  return useMemo(
    () => (isNewer ? 'newerVersion' : handle === null || state === null ? null : { handle, state }),
    [isNewer, handle, state],
  );
}

/** Whether it is open and the person can still send it. */
export const canBeSent = (draft: OpenDraft | 'newerVersion' | null): draft is OpenDraft =>
  draft !== null &&
  draft !== 'newerVersion' &&
  (draft.state.phase.kind === 'editing' || draft.state.phase.kind === 'failed');
