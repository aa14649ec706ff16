import { submitQuestionnaire } from '@portal/api';
import { browserTabs } from '../tabs.ts';
import { browserClock } from '../unsent/clock.ts';
import type { UnsentKind } from '../unsent/kind.ts';
import { takeLock } from '../unsent/locks.ts';
import { announceUnsentChanged, draftLock, sendingLock, withSubmitLock } from '../unsent/siblingTabs.ts';
import { currentVault, currentVaultOwner } from '../vault/keeper.ts';
import type { Vault } from '../vault/vault.ts';
import { findAlertNews, keepAlertNews } from './alertNews.ts';
import type { DraftSession, DraftServer, DraftStore } from './draftParts.ts';
import { createDraftSession } from './draftSession.ts';
import { tellAnswersSent } from './events.ts';
import { openDrafts } from './open.ts';
import { answerFilesPlaces, draftPlaceOfFiles, hasUnsentFile } from './pendingFiles.ts';
import { dropFilesWithoutDraft, portalFiles } from './portalFiles.ts';
import {
  draftPlace,
  draftPlaces,
  type DraftRow,
  draftRowOf,
  type DiscardedRecord,
  type StoredDraft,
} from './record.ts';
import { draftServer, dropPrefetchedQuestionnaire } from './server.ts';
import { listUnsent } from './listUnsent.ts';
import { type DraftLease, vaultStore } from './vaultStore.ts';
import { failureOf, isPassing } from '../errors.ts';

/** True when the outbox has something to tell the server. */
export function hasWork(stored: DraftRow | StoredDraft): boolean {
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

/** Sends what one place holds, if no page has it open. False: it must be retried later. */
async function sendStored(waiting: DraftRow, hasFiles: boolean): Promise<boolean> {
  const { patientId, assignedQuestionnaireId } = waiting;
  const place = draftPlace(patientId, assignedQuestionnaireId);
  const mine = openDrafts.at(place);
  if (mine) {
    mine.draftSession.nudge();
    return true;
  }
  let lost = false;
  let draftSession: DraftSession<DraftLease> | null = null;
  const stolen = () => {
    lost = true;
    draftSession?.yieldOwnership();
  };
  const lock = await takeLock(browserTabs.locks, draftLock(place), { ifAvailable: true, onStolen: stolen });
  if (!lock) return true;
  const sending = await takeLock(browserTabs.locks, sendingLock(place), { ifAvailable: true });
  try {
    const store = vaultStore(patientId, assignedQuestionnaireId);
    const owner = currentVaultOwner();
    const { lease, stored } = await store.acquireLease();
    if (!stored) {
      await store.remove(lease);
      return true;
    }
    if (lost || !(hasWork(stored) || hasFiles)) return true;
    const server = draftServer(patientId, assignedQuestionnaireId);
    if (stored.kind === 'discarded') {
      await tellOfDiscard(server, store, lease, stored);
      return true;
    }
    const files = portalFiles(patientId, assignedQuestionnaireId, {
      isUnattended: true,
      isDeviceToCome: false,
      isKeptHere: true,
    });
    await files.readyFor(stored.questionnaire);
    draftSession = createDraftSession<DraftLease>({
      draft: stored,
      store,
      lease,
      stored,
      server,
      files,
      seenServer: false,
      clock: browserClock,
      ownership: 'owner',
      withSubmitLock,
      onSent(completed) {
        // The session has ended meanwhile. The next person must not read what the facility says; whoever gave the answers does when their
        // vault sends them again.
        if (currentVaultOwner() !== owner) return;
        const sent = { patientId, completed, invalidates: submitQuestionnaire.invalidates };
        tellAnswersSent(sent);
        void keepAlertNews(currentVault(), sent).catch(() => undefined);
      },
      onChange: announceUnsentChanged,
      unattended: true,
    });
    await draftSession.pump();
    await draftSession.settle();
    const { submission, server: onServer } = draftSession.state();
    const { submission: wanted } = draftSession.current();
    const done =
      submission === 'sent' ||
      wanted === 'refused' ||
      (wanted === 'none' && (onServer !== 'waiting' || draftSession.rests()));
    draftSession.close();
    return done;
  } catch {
    return false;
  } finally {
    dropPrefetchedQuestionnaire(patientId, assignedQuestionnaireId);
    sending?.release();
    lock.release();
  }
}

async function sendWaiting(vault: Vault): Promise<boolean> {
  await findAlertNews(vault).catch(() => undefined);
  let allDone = true;
  const kept = new Map((await vault.list('')).map(({ place, value }) => [place, value]));
  const withFiles = new Set<string>();
  for (const [place, value] of kept) {
    if (!place.startsWith(answerFilesPlaces)) continue;
    const draft = draftPlaceOfFiles(place, draftPlaces);
    if (!kept.has(draft)) await dropFilesWithoutDraft(vault, place, draft);
    else if (hasUnsentFile(value)) withFiles.add(draft);
  }
  for (const [place, value] of kept) {
    const stored = place.startsWith(draftPlaces) ? draftRowOf(value) : null;
    const hasFiles = withFiles.has(place);
    if (stored && (hasWork(stored) || hasFiles) && !(await sendStored(stored, hasFiles))) allDone = false;
  }
  return allDone;
}

export const unsentDrafts: UnsentKind = {
  send: sendWaiting,
  here: () => openDrafts.here().map(([, { draftSession }]) => draftSession),
  count: async () =>
    (await listUnsent()).filter(({ onServer, submission }) => !onServer || submission !== 'none').length,
};
