import { type AssignedQuestionnaireId, type PatientId, submitQuestionnaire } from '@portal/api';
import { browserTabs } from '../tabs.ts';
import { hasVault, keepsNothing, vaultPatience, vaultWhenReady } from '../vault/keeper.ts';
import { WrittenByNewerVersion } from '../vault/rows.ts';
import type { DraftSession } from './draftParts.ts';
import { createDraftSession } from './draftSession.ts';
import { type Handover, onDraftMessage, postDraftMessage } from './draftTabs.ts';
import { browserClock } from '../unsent/clock.ts';
import { createOpenings, followPage, type OpenWork } from '../unsent/openings.ts';
import {
  announceToSiblings,
  announceUnsentChanged,
  draftLock,
  sendingLock,
  withSubmitLock,
} from '../unsent/siblingTabs.ts';
import { tellAnswersSent } from './events.ts';
import { draftHandle } from './handle.ts';
import { type HeldLock, takeLock } from '../unsent/locks.ts';
import { pause } from '../pause.ts';
import { portalFiles } from './portalFiles.ts';
import { draftPlace, isHeldBack, type StoredDraft } from './record.ts';
import { draftServer } from './server.ts';
import { readStored, type Start, startingDraft } from './startingDraft.ts';
import type { DraftHandle, Drafts, TakenOver } from './types.ts';
import { type DraftLease, vaultStore } from './vaultStore.ts';

/** Milliseconds that another tab may take to hand a draft over, before this tab takes it by force. */
const handOverPatience = 3_000;
/** Milliseconds that the outbox may continue with a draft that a page wants to open. */
const outboxPatience = 3_000;
/** Milliseconds that a discard waits for the server. If it takes longer, the outbox tells the server later. */
const discardPatience = 2_500;
/** Milliseconds that leaving waits for the server when the device keeps nothing. */
const leavePatience = 8_000;

interface OpenDraft extends OpenWork {
  readonly place: string;
  readonly draftSession: DraftSession<DraftLease>;
  readonly handle: DraftHandle;
  lock: HeldLock | null;
}

/** The drafts that pages of this tab have open. */
export const openDrafts = createOpenings<OpenDraft>();

/** Takes the lock from an outbox that is sending the draft: waits, and if that takes long, by force. Null when a page has the draft. */
async function lockAfterOutbox(place: string, onStolen: () => void): Promise<HeldLock | null> {
  if ((await browserTabs.locks.holders(sendingLock(place))) === 0) return null;
  const signal = AbortSignal.timeout(outboxPatience);
  const given = await takeLock(browserTabs.locks, draftLock(place), { signal, onStolen });
  return given ?? takeLock(browserTabs.locks, draftLock(place), { steal: true, onStolen });
}

async function openNow(patientId: PatientId, id: AssignedQuestionnaireId): Promise<OpenDraft> {
  const place = draftPlace(patientId, id);
  const lockName = draftLock(place);
  // A device without any vault cannot have this draft, so the questions do not wait until the vault is created.
  const isKeptHere = hasVault();
  const isDeviceToCome = isKeptHere && (await keepsNothing());
  if (isKeptHere && !isDeviceToCome) await vaultWhenReady(vaultPatience);
  const store = isKeptHere ? vaultStore(patientId, id, isDeviceToCome ? vaultPatience : undefined) : null;
  let opened: OpenDraft | null = null;
  const stolen = () => {
    if (opened) {
      opened.lock = null;
      opened.draftSession.yieldOwnership();
    }
  };

  const lock =
    (await takeLock(browserTabs.locks, lockName, { ifAvailable: true, onStolen: stolen })) ??
    (await lockAfterOutbox(place, stolen));
  const files = portalFiles(patientId, id, { isUnattended: false, isDeviceToCome, isKeptHere });
  let lease: DraftLease | null = null;
  let start: Start;
  let stored: StoredDraft | null = null;
  try {
    if (store !== null && lock && !isDeviceToCome) {
      try {
        const acquired = await store.acquireLease();
        lease = acquired.lease;
        stored = acquired.stored;
      } catch (error) {
        if (error instanceof WrittenByNewerVersion) throw error;
        // A device that refuses storage does not prevent filling in. The page says that the draft is not kept here.
      }
    } else {
      stored = await readStored(patientId, id);
    }
    start = await startingDraft(patientId, id, stored);
    await files.readyFor(start.draft.questionnaire);
  } catch (error) {
    if (lease && !stored) await store?.remove(lease).catch(() => undefined);
    lock?.release();
    throw error;
  }

  const draftSession = createDraftSession<DraftLease>({
    ...start,
    store,
    lease,
    isDeviceToCome: isDeviceToCome && lock !== null,
    stored,
    server: draftServer(patientId, id),
    files,
    clock: browserClock,
    ownership: lock ? 'owner' : 'elsewhere',
    // The browser answers lock queries in the order of the lock events, so a take-over that has happened is known after this.
    ownershipNews: () => browserTabs.locks.holders(lockName),
    withSubmitLock,
    onSent: (completed) => tellAnswersSent({ patientId, completed, invalidates: submitQuestionnaire.invalidates }),
    onChange: announceUnsentChanged,
    unattended: false,
  });

  let handedOver: Handover | null = null;
  const lastWords = (): Handover | null => handedOver;
  const stopHearing = onDraftMessage((message) => {
    if (message.place !== place || !opened) return;
    switch (message.kind) {
      case 'takeOver':
        void handOver(opened);
        return;
      case 'released':
        handedOver = message;
        return;
      case 'discarded':
        draftSession.blank();
    }
  });
  announceToSiblings();
  const stopFollowing = followPage(
    () => draftSession.nudge(),
    () => void draftSession.flush(),
  );

  const end = () => {
    const entry = opened;
    if (!entry) return;
    stopHearing();
    stopFollowing();
    entry.lock?.release();
    entry.lock = null;
    openDrafts.forget(entry);
  };

  async function takeOver(): Promise<TakenOver> {
    const entry = opened;
    if (!entry || entry.lock) return { answers: draftSession.current().answers, wasWaiting: false };
    handedOver = null;
    postDraftMessage({ kind: 'takeOver', place });
    const signal = AbortSignal.timeout(handOverPatience);
    const given = await takeLock(browserTabs.locks, lockName, { signal, onStolen: stolen });
    entry.lock = given ?? (await takeLock(browserTabs.locks, lockName, { steal: true, onStolen: stolen }));
    // The lock may arrive before the message that says what was typed last.
    if (given && !lastWords()) await pause(200);
    const taken = (await store?.acquireLease().catch(() => null)) ?? null;
    await draftSession.readyToOwn(taken?.stored, lastWords()?.draft);
    // Without a lease, the tab that had the draft could not store anything either; then its message has the last answers.
    const wasWaiting = draftSession.own(taken?.lease ?? null, taken?.stored ?? null);
    const last = lastWords();
    if (last?.draft) draftSession.goOnFrom(last.draft);
    else if (last?.unkept) draftSession.write(last.unkept);
    // What the other tab had sent off, and nobody has received, is sent from here now.
    draftSession.nudge();
    return { answers: draftSession.current().answers, wasWaiting };
  }

  const handle = draftHandle(draftSession, {
    wasWaiting: lock !== null && isHeldBack(stored, start.draft),
    takeOver,
    async release() {
      if (opened) await openDrafts.release(opened);
    },
    async discard() {
      if (!opened?.lock) await takeOver();
      const gone = draftSession.discard();
      postDraftMessage({ kind: 'discarded', place });
      await Promise.race([gone, pause(discardPatience)]);
      end();
      announceUnsentChanged();
    },
  });

  opened = {
    place,
    draftSession,
    handle,
    lock,
    isClosed: () => draftSession.isClosed(),
    settle: () => draftSession.settle(),
    async flush() {
      await draftSession.settle();
      if (draftSession.state().device !== 'saved') await Promise.race([draftSession.flush(), pause(leavePatience)]);
    },
    async leave() {
      await draftSession.leave();
      end();
    },
    stop() {
      draftSession.close();
      end();
    },
  };
  draftSession.subscribe(() => {
    if (draftSession.isClosed()) end();
  });
  if (lock) draftSession.nudge();
  // Other devices learn of the discard now. The outbox could only tell the server after this page has released the draft.
  if (lock && stored?.kind === 'discarded' && start.seenServer)
    void draftServer(patientId, id)
      .deleteDraft(stored.discardedAt)
      .catch(() => undefined);
  return opened;
}

/** Another tab wants this draft: makes the last typing durable, tells the other tab of it, and releases the lock. */
async function handOver(entry: OpenDraft): Promise<void> {
  if (!entry.lock) return;
  await Promise.race([entry.draftSession.settle(), pause(handOverPatience / 2)]);
  const unkept = entry.draftSession.unkept();
  entry.draftSession.yieldOwnership();
  postDraftMessage({ kind: 'released', place: entry.place, unkept: unkept && [...unkept.answers], draft: unkept });
  entry.lock?.release();
  entry.lock = null;
}

async function open(patientId: PatientId, id: AssignedQuestionnaireId): Promise<DraftHandle> {
  return (await openDrafts.open(draftPlace(patientId, id), () => openNow(patientId, id))).handle;
}

/**
 * Drafts of the portal: in the vault from the first keystroke, on the server when there is a connection (rulings, section 5).
 * `open` rejects with `CallError`, or with `WrittenByNewerVersion` when a newer app has written this draft.
 */
export const portalDrafts = (): Drafts => ({ open });
