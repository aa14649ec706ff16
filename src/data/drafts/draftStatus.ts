import { createEvents } from '../../words/smallStore.ts';
import type { DraftKeeping } from './draftKeeping.ts';
import type { DraftSaving } from './draftSaving.ts';
import type { DraftSending } from './draftSending.ts';
import type { DraftWork } from './draftWork.ts';
import type { DraftState } from './types.ts';

/** What the page shows of a draft session: one object until something of it changes. */
export function createDraftStatus<Lease>(
  work: DraftWork<Lease>,
  keeping: DraftKeeping<Lease>,
  saving: DraftSaving,
  sending: DraftSending,
) {
  const changed = createEvents();
  let shown = compute();

  function compute(): DraftState {
    const isWaiting = work.draft.submission === 'waiting';
    const files = work.parts.files?.current()?.summary(work.draft);
    const [device, onServer] = [keeping.state(), saving.state()];
    return {
      // An answer is where its file is.
      device:
        files?.isInPage && device !== 'never' ? 'refused' : files?.isKeeping && device === 'saved' ? 'writing' : device,
      server: files?.isUnsent && onServer === 'saved' ? 'waiting' : onServer,
      connection: work.connection,
      ownership: work.ownership,
      submission: work.isSent ? 'sent' : sending.current() ? 'sending' : isWaiting ? 'waiting' : 'none',
    };
  }

  return {
    state: (): DraftState => shown,
    subscribe: changed.on,
    publish(): void {
      const next = compute();
      const same =
        next.device === shown.device &&
        next.server === shown.server &&
        next.connection === shown.connection &&
        next.ownership === shown.ownership &&
        next.submission === shown.submission;
      if (!same) shown = next;
      changed.emit();
    },
    close: changed.clear,
  };
}
