import { Answer, type AssignedQuestionnaire, type AssignedQuestionnaireId, type PatientId, submitQuestionnaire } from '@portal/api';
import * as v from 'valibot';
import { CallError, failureOf } from '../errors.ts';
import { currentProfile } from '../profile.ts';
import { onSessionEnd } from '../session.ts';
import { browserTabs, type TabChannel } from '../tabs.ts';
import { beforeLock, currentVault, keepsNothing, vaultWhenReady } from '../vault/keeper.ts';
import { WrittenByNewerVersion } from '../vault/rows.ts';
import { fetchedQuestionnaire, tellAnswersSent } from './events.ts';
import { handleOf } from './handle.ts';
import { type HeldLock, takeLock } from './locks.ts';
import { blankDraft, type DraftRecord, draftPlace, fitTo, mergeDrafts, type StoredDraft } from './record.ts';
import { browserClock, draftServer, isPrimed } from './server.ts';
import { createSheet, type Sheet } from './sheet.ts';
import type { DraftHandle, Drafts } from './types.ts';
import { readDraft, type VaultMark, vaultStore } from './vaultStore.ts';

/** How long opening waits for the vault, and for the server when the device has the draft already. */
const vaultPatience = 6_000;
const serverPatience = 4_000;
/** How long another tab may take to hand a draft over before it is taken. */
const handOverPatience = 3_000;
/** How long the outbox may go on with a draft that a page wants to open. */
const outboxPatience = 3_000;
/** How long a discard waits for the server; the outbox tells it later. */
const discardPatience = 2_500;
/** How long leaving waits for the server, where the device keeps nothing. */
const leavePatience = 8_000;

const userKey = (): string => String(currentProfile()?.userId ?? 0);

// ---- what tabs say to each other

const Message = v.variant('kind', [
  v.object({ kind: v.literal('takeOver'), place: v.string() }),
  v.object({ kind: v.literal('released'), place: v.string(), unkept: v.nullable(v.array(Answer)) }),
  v.object({ kind: v.literal('discarded'), place: v.string() }),
  v.object({ kind: v.literal('changed') }),
]);
export type Message = v.InferOutput<typeof Message>;
type Handover = Extract<Message, { kind: 'released' }>;

let channel: { readonly user: string; readonly tabs: TabChannel } | null = null;
export const ears = new Set<(message: Message) => void>();

function hear(data: unknown): void {
  const message = v.safeParse(Message, data);
  if (message.success) for (const ear of ears) ear(message.output);
}

export function tell(message: Message): void {
  const user = userKey();
  if (channel?.user !== user) {
    channel?.tabs.close();
    channel = { user, tabs: browserTabs.channel(`vestibule.drafts.${user}`, hear) };
  }
  channel.tabs.post(message);
}

let changeTimer: ReturnType<typeof setTimeout> | null = null;
export const changeListeners = new Set<() => void>();

/** Lists of unsent sheets look again, here and in the other tabs; many changes in a row count as one. */
export function changed(): void {
  changeTimer ??= setTimeout(() => {
    changeTimer = null;
    for (const listener of changeListeners) listener();
    tell({ kind: 'changed' });
  }, 250);
}

// ---- open drafts of this tab

export interface OpenDraft {
  readonly place: string;
  readonly sheet: Sheet<VaultMark>;
  readonly handle: DraftHandle;
  lock: HeldLock | null;
  users: number;
  stop(): void;
}

const openDrafts = new Map<string, Promise<OpenDraft>>();
/** Open in this tab, by place. */
export const openHere = new Map<string, OpenDraft>();
const releaseListeners = new Set<() => void>();

/** Calls back when a page has let go of a draft; returns the way to stop. */
export function whenReleased(listener: () => void): () => void {
  releaseListeners.add(listener);
  return () => releaseListeners.delete(listener);
}

/** The lock of whoever works on a draft: a page or the outbox. */
export const draftLock = (place: string): string => `vestibule.draft.${userKey()}.${place}`;
/** Held beside the draft's lock by an outbox: nobody is typing there. */
export const sendingLock = (place: string): string => `vestibule.sending.${userKey()}.${place}`;

const pause = (milliseconds: number) => new Promise<null>((resolve) => { setTimeout(() => resolve(null), milliseconds); });
/** Runs while no other tab of the person sends. */
export const alone = <T>(work: () => Promise<T>): Promise<T> => browserTabs.locks.hold(`vestibule.outbox.${userKey()}`, work);

/** The questionnaire from the server; null without a connection. Rejects when the server says that it is not there for us. */
async function loadQuestionnaire(patientId: PatientId, id: AssignedQuestionnaireId, impatient: boolean): Promise<AssignedQuestionnaire | null> {
  const asked = draftServer(patientId, id).load().catch((error: unknown) => {
    if (failureOf(error)?.kind === 'offline') return null;
    throw error;
  });
  return impatient ? Promise.race([asked, pause(serverPatience)]) : asked;
}

export const draftOf = (stored: StoredDraft | null): DraftRecord | null => (stored?.kind === 'draft' ? stored : null);

interface Start {
  readonly draft: DraftRecord;
  readonly seenServer: boolean;
}

async function startingDraft(patientId: PatientId, id: AssignedQuestionnaireId, stored: StoredDraft | null): Promise<Start> {
  const local = draftOf(stored);
  const askedEarlier = isPrimed(patientId, id);
  let questionnaire = await loadQuestionnaire(patientId, id, local !== null);
  // Asked before this tab had the right to write: since then an outbox may have told the server that the draft was discarded.
  if (askedEarlier && stored === null && questionnaire?.draft) questionnaire = (await loadQuestionnaire(patientId, id, true)) ?? questionnaire;
  if (questionnaire) return { draft: mergeDrafts(stored, questionnaire, patientId, Date.now()), seenServer: true };
  // A killed page may have left a newer form beside answers to an older one.
  if (local) return { draft: fitTo(local, local.questionnaire, Date.now()), seenServer: false };
  const fetched = fetchedQuestionnaire(patientId, id);
  if (!fetched) throw new CallError('getQuestionnaire', { kind: 'offline' });
  return { draft: mergeDrafts(stored, fetched, patientId, Date.now()), seenServer: false };
}

async function readStored(patientId: PatientId, id: AssignedQuestionnaireId): Promise<StoredDraft | null> {
  try {
    const vault = currentVault();
    return vault && (await readDraft(vault, patientId, id, await vault.read(draftPlace(patientId, id))));
  } catch (error) {
    if (error instanceof WrittenByNewerVersion) throw error;
    return null;
  }
}

/** An outbox that is just sending the draft is no other page: it is waited for, and robbed when it takes long. Null when a page has it. */
async function lockAfterOutbox(place: string, onStolen: () => void): Promise<HeldLock | null> {
  if ((await browserTabs.locks.holders(sendingLock(place))) === 0) return null;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), outboxPatience);
  const given = await takeLock(browserTabs.locks, draftLock(place), { signal: patience.signal, onStolen });
  clearTimeout(timer);
  return given ?? takeLock(browserTabs.locks, draftLock(place), { steal: true, onStolen });
}

async function openNow(patientId: PatientId, id: AssignedQuestionnaireId): Promise<OpenDraft> {
  const place = draftPlace(patientId, id);
  const lockName = draftLock(place);
  // A device without any vault can have nothing of this draft: the questions need not wait until it has made one.
  const isDeviceToCome = await keepsNothing();
  if (!isDeviceToCome) await vaultWhenReady(vaultPatience);
  const store = vaultStore(patientId, id, isDeviceToCome ? vaultPatience : undefined);
  let opened: OpenDraft | null = null;
  const stolen = () => { if (opened) { opened.lock = null; opened.sheet.yieldOwnership(); } };

  const lock = (await takeLock(browserTabs.locks, lockName, { ifAvailable: true, onStolen: stolen })) ?? (await lockAfterOutbox(place, stolen));
  let mark: VaultMark | null = null;
  let start: Start;
  let stored: StoredDraft | null = null;
  try {
    if (lock && !isDeviceToCome) {
      try {
        const claimed = await store.claim();
        mark = claimed.mark;
        stored = claimed.stored;
      } catch (error) {
        if (error instanceof WrittenByNewerVersion) throw error;
        // A device that refuses is no reason not to fill in: the page says that it is not kept here.
      }
    } else {
      stored = await readStored(patientId, id);
    }
    start = await startingDraft(patientId, id, stored);
  } catch (error) {
    if (mark && !stored) await store.remove(mark).catch(() => undefined);
    lock?.release();
    throw error;
  }

  const sheet = createSheet<VaultMark>({
    ...start,
    store,
    mark,
    isDeviceToCome: isDeviceToCome && lock !== null,
    stored,
    server: draftServer(patientId, id),
    clock: browserClock,
    ownership: lock ? 'owner' : 'elsewhere',
    // The browser answers in the order of what happened to the locks.
    ownershipNews: () => browserTabs.locks.holders(lockName),
    alone,
    onSent: (completed) => tellAnswersSent({ patientId, completed, makesStale: submitQuestionnaire.makesStale }),
    onChange: changed,
    unattended: false,
  });

  let handedOver: Handover | null = null;
  const lastWords = (): Handover | null => handedOver;
  const ear = (message: Message) => {
    if (message.kind === 'changed' || message.place !== place || !opened) return;
    switch (message.kind) {
      case 'takeOver': void handOver(opened); return;
      case 'released': handedOver = message; return;
      case 'discarded':
        sheet.blank();
    }
  };
  ears.add(ear);
  tell({ kind: 'changed' });
  const networkBack = () => sheet.nudge();
  const leave = () => { if (document.visibilityState === 'hidden') void sheet.flush(); else sheet.nudge(); };
  window.addEventListener('online', networkBack);
  document.addEventListener('visibilitychange', leave);

  const end = () => {
    const entry = opened;
    if (!entry) return;
    entry.stop();
    entry.lock?.release();
    entry.lock = null;
    if (openHere.get(place) === entry) { openHere.delete(place); openDrafts.delete(place); }
  };

  async function takeOver(): Promise<readonly Answer[]> {
    const entry = opened;
    if (!entry || entry.lock) return sheet.current().answers;
    handedOver = null;
    tell({ kind: 'takeOver', place });
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), handOverPatience);
    const given = await takeLock(browserTabs.locks, lockName, { signal: patience.signal, onStolen: stolen });
    clearTimeout(timer);
    entry.lock = given ?? (await takeLock(browserTabs.locks, lockName, { steal: true, onStolen: stolen }));
    // The lock may be faster than the message that says what was typed last.
    if (given && !lastWords()) await pause(200);
    let next: DraftRecord | null = null;
    let nextMark: VaultMark | null = null;
    try {
      const claimed = await store.claim();
      nextMark = claimed.mark;
      next = claimed.stored?.kind === 'discarded' ? blankDraft(sheet.current().questionnaire, patientId, Date.now(), claimed.stored.discardedAt) : claimed.stored;
    } catch {
      // Then the tab that had it kept nothing here either; what it said on the way out stands.
    }
    sheet.own(nextMark, next ?? sheet.current());
    const last = lastWords();
    if (last?.unkept) sheet.write(last.unkept);
    return sheet.current().answers;
  }

  const handle = handleOf(sheet, {
    takeOver,
    async release() {
      const entry = opened;
      if (!entry) return;
      entry.users -= 1;
      if (entry.users > 0) return;
      await sheet.settle();
      // What this device does not keep goes to the server before the page lets go of it.
      if (sheet.state().device !== 'saved') await Promise.race([sheet.flush(), pause(leavePatience)]);
      if (entry.users > 0) return;
      await sheet.leave();
      end();
      for (const listener of releaseListeners) listener();
    },
    async discard() {
      if (!opened?.lock) await takeOver();
      const gone = sheet.discard();
      tell({ kind: 'discarded', place });
      await Promise.race([gone, pause(discardPatience)]);
      end();
      changed();
    },
  });

  opened = {
    place,
    sheet,
    handle,
    lock,
    users: 0,
    stop() {
      ears.delete(ear);
      window.removeEventListener('online', networkBack);
      document.removeEventListener('visibilitychange', leave);
    },
  };
  openHere.set(place, opened);
  sheet.subscribe(() => { if (sheet.isClosed()) end(); });
  if (lock) sheet.nudge();
  // The page is open before the outbox could tell of the discard: other devices hear of it now, not when it is left.
  if (lock && stored?.kind === 'discarded' && start.seenServer) void draftServer(patientId, id).deleteDraft(stored.discardedAt).catch(() => undefined);
  return opened;
}

/** Another tab wants this draft: what was typed last becomes durable, is said aloud, and the lock is given back. */
async function handOver(entry: OpenDraft): Promise<void> {
  if (!entry.lock) return;
  await Promise.race([entry.sheet.settle(), pause(handOverPatience / 2)]);
  const unkept = entry.sheet.unkept();
  entry.sheet.yieldOwnership();
  tell({ kind: 'released', place: entry.place, unkept: unkept && [...unkept] });
  entry.lock?.release();
  entry.lock = null;
}

async function open(patientId: PatientId, id: AssignedQuestionnaireId): Promise<DraftHandle> {
  const place = draftPlace(patientId, id);
  const standing = await openDrafts.get(place)?.catch(() => null);
  if (standing && !standing.sheet.isClosed() && openHere.get(place) === standing) {
    standing.users += 1;
    return standing.handle;
  }
  const opening = openNow(patientId, id);
  openDrafts.set(place, opening);
  try {
    const entry = await opening;
    entry.users += 1;
    return entry.handle;
  } catch (error) {
    if (openDrafts.get(place) === opening) openDrafts.delete(place);
    throw error;
  }
}

/**
 * Drafts of the portal: in the vault from the first keystroke, on the server when there is a connection (rulings, section 5).
 * `open` rejects with `CallError`, or with `WrittenByNewerVersion` when a newer app has written this draft.
 */
export const portalDrafts = (): Drafts => ({ open });

beforeLock(async () => { await Promise.allSettled([...openHere.values()].map((entry) => entry.sheet.settle())); });

onSessionEnd(() => {
  for (const entry of openHere.values()) {
    entry.stop();
    entry.sheet.close();
    entry.lock?.release();
    entry.lock = null;
  }
  openHere.clear();
  openDrafts.clear();
  channel?.tabs.close();
  channel = null;
  for (const listener of changeListeners) listener();
});
