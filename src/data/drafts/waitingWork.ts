import { failureOf, isPassing } from '../errors.ts';
import type { DraftServer, DraftStore } from './draftParts.ts';
import type { DiscardedRecord, KeptInPlace, StoredDraft } from './record.ts';

/** True when there is something to tell the server without the person. */
export function hasWork(stored: KeptInPlace | StoredDraft): boolean {
  if (stored.kind === 'discarded') return true;
  return (
    stored.submission === 'waiting' ||
    (stored.submission === 'none' && stored.savedAt !== stored.serverSavedAt && stored.answers.length > 0)
  );
}

/**
 * Tells the server of a discard that it may not have heard of, and forgets it once it has. Rejects, with the discard kept, where trying
 * again later can help.
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
