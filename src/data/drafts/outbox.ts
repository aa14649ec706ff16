import { submitQuestionnaire } from '@portal/api';
import { connection, subscribeToConnection } from '../connection.ts';
import { failureOf, isPassing } from '../errors.ts';
import { currentSession, onSessionEnd } from '../session.ts';
import { browserTabs } from '../tabs.ts';
import { currentVault, onVaultChange, vaultWhenReady } from '../vault/keeper.ts';
import { tellAnswersSent } from './events.ts';
import { takeLock } from './locks.ts';
import { alone, changed, draftLock, openHere, sendingLock, whenReleased } from './open.ts';
import { draftPlace, draftPlaces, type KeptInPlace, keptInPlace, type StoredDraft } from './record.ts';
import { browserClock, draftServer, dropPrimed } from './server.ts';
import { createSheet, type Sheet } from './sheet.ts';
import { type VaultMark, vaultStore } from './vaultStore.ts';

const firstRetry = 5_000;
const longestRetry = 120_000;

/** True when there is something to tell the server without the person. */
function hasWork(stored: KeptInPlace | StoredDraft): boolean {
  if (stored.kind === 'discarded') return true;
  return stored.submission === 'waiting' || (stored.submission === 'none' && stored.savedAt !== stored.serverSavedAt && stored.answers.length > 0);
}

/** Sends what one place holds, if no page has it open. False: it must be tried again later. */
async function sendStored(waiting: KeptInPlace): Promise<boolean> {
  const { patientId, assignedQuestionnaireId } = waiting;
  const place = draftPlace(patientId, assignedQuestionnaireId);
  const mine = openHere.get(place);
  if (mine) { mine.sheet.nudge(); return true; }
  let lost = false;
  let sheet: Sheet<VaultMark> | null = null;
  const stolen = () => { lost = true; sheet?.yieldOwnership(); };
  const lock = await takeLock(browserTabs.locks, draftLock(place), { ifAvailable: true, onStolen: stolen });
  if (!lock) return true;
  const sending = await takeLock(browserTabs.locks, sendingLock(place), { ifAvailable: true });
  try {
    const store = vaultStore(patientId, assignedQuestionnaireId);
    const { mark, stored } = await store.claim();
    if (!stored) { await store.remove(mark); return true; }
    if (lost || !hasWork(stored)) return true;
    const server = draftServer(patientId, assignedQuestionnaireId);
    if (stored.kind === 'discarded') {
      await server.deleteDraft(stored.discardedAt).catch((error: unknown) => {
        const failure = failureOf(error);
        if (!failure || failure.kind === 'sessionEnded' || isPassing(failure)) throw error;
      });
      await store.remove(mark);
      return true;
    }
    sheet = createSheet<VaultMark>({
      draft: stored,
      store,
      mark,
      stored,
      server,
      seenServer: false,
      clock: browserClock,
      ownership: 'owner',
      alone,
      onSent: (completed) => tellAnswersSent({ patientId, completed, makesStale: submitQuestionnaire.makesStale }),
      onChange: changed,
      unattended: true,
    });
    await sheet.pump();
    await sheet.settle();
    const { submission, server: onServer } = sheet.state();
    const { submission: wanted } = sheet.current();
    const done = submission === 'sent' || wanted === 'refused' || (wanted === 'none' && (onServer !== 'waiting' || sheet.rests()));
    sheet.close();
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
let retryTimer: ReturnType<typeof setTimeout> | null = null;
let failures = 0;
let running: (() => void) | null = null;

async function sweep(): Promise<boolean> {
  if (currentSession()?.mode !== 'online') return true;
  const vault = await vaultWhenReady(30_000);
  if (!vault) return false;
  let allDone = true;
  for (const { value } of await vault.list(draftPlaces)) {
    const stored = keptInPlace(value);
    if (stored && hasWork(stored) && !(await sendStored(stored))) allDone = false;
  }
  return allDone;
}

/** Goes through everything that waits, now; true when nothing is left that trying again could send. */
export function sweepNow(): Promise<boolean> {
  if (retryTimer !== null) clearTimeout(retryTimer);
  retryTimer = null;
  sweeping ??= sweep()
    .catch(() => false)
    .then((allDone) => {
      failures = allDone ? 0 : failures + 1;
      if (!allDone && running) plan();
      changed();
      return allDone;
    })
    .finally(() => { sweeping = null; });
  return sweeping;
}

function plan(): void {
  const wait = Math.min(firstRetry * 2 ** Math.min(failures - 1, 8), longestRetry) * (0.75 + Math.random() / 2);
  retryTimer ??= setTimeout(() => { retryTimer = null; void sweepNow(); }, wait);
}

/** A page has let go of a draft, or the network is back: what waits goes out soon. */
function nudgeOutbox(): void {
  if (!running) return;
  if (retryTimer !== null) clearTimeout(retryTimer);
  retryTimer = setTimeout(() => { retryTimer = null; void sweepNow(); }, 300 + Math.random() * 700);
}

/**
 * Sends what waits while someone is signed in: after the sign-in, when the network is back, when the page is seen again, and
 * in between after growing pauses. Safe to call again. Returns the way to stop.
 */
export function startOutbox(): () => void {
  if (running) { nudgeOutbox(); return running; }
  const seen = () => { if (document.visibilityState === 'visible') nudgeOutbox(); };
  const reachable = () => { if (connection() === 'online') nudgeOutbox(); };
  const unsubscribe = [whenReleased(nudgeOutbox), subscribeToConnection(reachable), onVaultChange(() => { if (currentVault()) nudgeOutbox(); }), onSessionEnd(() => stop())];
  window.addEventListener('online', nudgeOutbox);
  document.addEventListener('visibilitychange', seen);
  const stop = () => {
    running = null;
    if (retryTimer !== null) clearTimeout(retryTimer);
    retryTimer = null;
    for (const end of unsubscribe) end();
    window.removeEventListener('online', nudgeOutbox);
    document.removeEventListener('visibilitychange', seen);
  };
  running = stop;
  void sweepNow();
  return stop;
}
