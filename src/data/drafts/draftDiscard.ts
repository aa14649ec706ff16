import type { Instant } from '@portal/api';
import { failureOf, isPassing } from '../errors.ts';
import type { RetryTimer } from '../unsent/retryTimer.ts';
import { instantAfter } from '../unsent/instantAfter.ts';
import type { DraftKeeping } from './draftKeeping.ts';
import type { DraftSaving } from './draftSaving.ts';
import type { DraftWork } from './draftWork.ts';

/** Milliseconds; each further pause is twice as long. */
const firstDiscardPause = 2_000;

/** Discards the draft on the device, then on the server. */
export async function discardDraft<Lease>(
  work: DraftWork<Lease>,
  keeping: DraftKeeping<Lease>,
  saving: DraftSaving,
  retry: RetryTimer,
): Promise<void> {
  const { parts } = work;
  if (work.isClosed) return;
  retry.stop();
  keeping.stop('drop');
  work.isClosed = true;
  await keeping.ended();
  await saving.ended();
  const { draft } = work;
  const discardedAt = instantAfter(parts.clock.wall(), draft.savedAt, draft.serverSavedAt);
  const isMarked = await keeping.markDiscarded(discardedAt);
  await parts.files?.current()?.end();
  work.forgetAnswers();
  work.draft = { ...work.draft, discardedAt, submission: 'none' };
  work.publish();
  parts.onChange();
  await deleteOnServer(work, keeping, discardedAt, isMarked ? 1 : 5);
  parts.onChange();
}

async function deleteOnServer<Lease>(
  { parts: { server, clock } }: DraftWork<Lease>,
  keeping: DraftKeeping<Lease>,
  discardedAt: Instant,
  most: number,
): Promise<void> {
  for (let attempt = 1; attempt <= most; attempt += 1) {
    try {
      await server.deleteDraft(discardedAt);
      await keeping.remove();
      return;
    } catch (error) {
      const failure = failureOf(error);
      if (!failure || !isPassing(failure)) return;
      if (attempt < most)
        await new Promise<void>((resolve) => {
          clock.later(firstDiscardPause * 2 ** attempt, resolve);
        });
    }
  }
}
