import { submitQuestionnaire } from '@portal/api';
import { onConnectionReturn } from '../connection.ts';
import { sweepMessages } from '../messages/waitingMessages.ts';
import { currentSession, onSessionEnd } from '../session.ts';
import { browserTabs } from '../tabs.ts';
import { currentVault, onVaultChange, vaultWhenReady } from '../vault/keeper.ts';
import { findAlertNews, keepAlertNews } from './alertNews.ts';
import { tellAnswersSent } from './events.ts';
import { takeLock } from '../unsent/locks.ts';
import { announceUnsentChanged, draftLock, pageReleased, sendingLock, withSubmitLock } from '../unsent/siblingTabs.ts';
import { openHere } from './open.ts';
import { answerFilesPlaces, draftPlaceOfFiles, hasUnsentFile } from './pendingFiles.ts';
import { dropFilesWithoutDraft, portalFiles } from './portalFiles.ts';
import { draftPlace, draftPlaces, type KeptInPlace, keptInPlace } from './record.ts';
import { browserClock } from '../unsent/clock.ts';
import { createRetryTimer } from '../unsent/retryTimer.ts';
import { draftServer, dropPrimed } from './server.ts';
import type { DraftSession } from './draftParts.ts';
import { createDraftSession } from './draftSession.ts';
import { type DraftLease, vaultStore } from './vaultStore.ts';
import { hasWork, tellOfDiscard } from './waitingWork.ts';

const backoff = { first: 5_000, longest: 120_000 };

/** Sends what one place holds, if no page has it open. False: it must be tried again later. */
async function sendStored(waiting: KeptInPlace, hasFiles: boolean): Promise<boolean> {
  const { patientId, assignedQuestionnaireId } = waiting;
  const place = draftPlace(patientId, assignedQuestionnaireId);
  const mine = openHere.get(place);
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
    dropPrimed(patientId, assignedQuestionnaireId);
    sending?.release();
    lock.release();
  }
}

let sweeping: Promise<boolean> | null = null;
let running: (() => void) | null = null;
const retry = createRetryTimer(browserClock, () => void sweepNow(), backoff);

async function sweep(): Promise<boolean> {
  if (currentSession()?.mode !== 'online') return true;
  const vault = await vaultWhenReady(30_000);
  if (!vault) return false;
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
    const stored = place.startsWith(draftPlaces) ? keptInPlace(value) : null;
    const hasFiles = withFiles.has(place);
    if (stored && (hasWork(stored) || hasFiles) && !(await sendStored(stored, hasFiles))) allDone = false;
  }
  return (await sweepMessages()) && allDone;
}

/** Goes through everything that waits, now; true when nothing is left that trying again could send. */
export function sweepNow(): Promise<boolean> {
  retry.stop();
  sweeping ??= sweep()
    .catch(() => false)
    .then((allDone) => {
      retry.failed = allDone ? 0 : retry.failed + 1;
      if (!allDone && running) retry.planSoon();
      announceUnsentChanged();
      return allDone;
    })
    .finally(() => {
      sweeping = null;
    });
  return sweeping;
}

/** A page has let go of a draft, or the network is back: what waits goes out soon. */
const nudgeOutbox = (): void => {
  if (running) retry.plan(300 + Math.random() * 700);
};

/**
 * Sends what waits while someone is signed in: after the sign-in, when the network is back, when the page is seen again, and
 * in between after growing pauses. Safe to call again. Returns the way to stop.
 */
export function startOutbox(): () => void {
  if (running) {
    nudgeOutbox();
    return running;
  }
  const seen = () => {
    if (document.visibilityState === 'visible') nudgeOutbox();
  };
  const unsubscribe = [
    pageReleased.on(nudgeOutbox),
    onConnectionReturn(nudgeOutbox),
    onVaultChange(() => {
      if (currentVault()) nudgeOutbox();
    }),
    onSessionEnd(() => stop()),
  ];
  window.addEventListener('online', nudgeOutbox);
  document.addEventListener('visibilitychange', seen);
  const stop = () => {
    running = null;
    retry.stop();
    for (const end of unsubscribe) end();
    window.removeEventListener('online', nudgeOutbox);
    document.removeEventListener('visibilitychange', seen);
  };
  running = stop;
  void sweepNow();
  return stop;
}
