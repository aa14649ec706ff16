import { failureOf, isPassing } from '../errors.ts';
import type { DraftServer, DraftStore } from './draftParts.ts';
import type { DiscardedRecord, KeptInPlace, StoredDraft } from './record.ts';

/** True when the outbox has something to tell the server. */
export function hasWork(stored: KeptInPlace | StoredDraft): boolean {
  if (stored.kind === 'discarded') return true;
  return (
    stored.submission === 'waiting' ||
    (stored.submission === 'none' && stored.savedAt !== stored.serverSavedAt && stored.answers.length > 0)
  );
}

/**
 * Tells the server of a discard that it may not know, and deletes the note once the server has confirmed it. Rejects, and keeps the note,
 * when a later try can help.
 */
export async function tellOfDiscard<Lease>(
  server: Pick<DraftServer, 'deleteDraft'>,
  store: Pick<DraftStore<Lease>, 'remove'>,
  lease: Lease,
  { discardedAt }: DiscardedRecord,
): Promise<void> {
  await server.deleteDraft(discardedAt).catch((error: unknown) => {
    const failure = failureOf(error);
    if (!failure || failure.kind === 'sessionEnded' || isPassing(failure)) throw error;
  });
  await store.remove(lease);
}
