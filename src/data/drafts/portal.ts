import { Answer, type AssignedQuestionnaire, type AssignedQuestionnaireId, Instant, type PatientId, submitQuestionnaire } from '@portal/api';
import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { connection, subscribeToConnection } from '../connection.ts';
import { CallError, failureOf, isPassing } from '../errors.ts';
import { currentProfile } from '../profile.ts';
import { currentSession, onSessionEnd } from '../session.ts';
import { browserTabs, type TabChannel } from '../tabs.ts';
import { beforeLock, currentVault, onVaultChange, vaultWhenReady } from '../vault/keeper.ts';
import { WrittenByNewerVersion } from '../vault/rows.ts';
import { fetchedQuestionnaire, tellAnswersSent } from './events.ts';
import { handleOf } from './handle.ts';
import { type HeldLock, takeLock } from './locks.ts';
import { blankDraft, type DraftRecord, draftPlace, draftPlaces, mergeDrafts, type StoredDraft, storedDraft } from './record.ts';
import { browserClock, draftServer } from './server.ts';
import { createSheet, type Sheet } from './sheet.ts';
import type { DraftHandle, Drafts, UnsentSheet } from './types.ts';
import { type VaultMark, vaultStore } from './vaultStore.ts';

export { WrittenByNewerVersion } from '../vault/rows.ts';

/** How long opening waits for the vault, and for the server when the device has the draft already. */
const vaultPatience = 6_000;
const serverPatience = 4_000;
/** How long another tab may take to hand a draft over before it is taken. */
const handOverPatience = 3_000;
/** How long a discard waits for the server; the outbox tells it later. */
const discardPatience = 2_500;
/** How long leaving waits for the server, where the device keeps nothing. */
const leavePatience = 8_000;

const userKey = (): string => String(currentProfile()?.userId ?? 0);

// ---- what tabs say to each other

const Message = v.variant('kind', [
  v.object({ kind: v.literal('takeOver'), place: v.string() }),
  v.object({ kind: v.literal('released'), place: v.string(), answers: v.array(Answer), savedAt: Instant }),
  v.object({ kind: v.literal('discarded'), place: v.string() }),
  v.object({ kind: v.literal('changed') }),
]);
type Message = v.InferOutput<typeof Message>;
type Handover = Extract<Message, { kind: 'released' }>;

let channel: { readonly user: string; readonly tabs: TabChannel } | null = null;
const ears = new Set<(message: Message) => void>();

function hear(data: unknown): void {
  const message = v.safeParse(Message, data);
  if (message.success) for (const ear of ears) ear(message.output);
}

function tell(message: Message): void {
  const user = userKey();
  if (channel?.user !== user) {
    channel?.tabs.close();
    channel = { user, tabs: browserTabs.channel(`vestibule.drafts.${user}`, hear) };
  }
  channel.tabs.post(message);
}

let changeTimer: ReturnType<typeof setTimeout> | null = null;
const changeListeners = new Set<() => void>();

/** Lists of unsent sheets look again, here and in the other tabs; many changes in a row count as one. */
function changed(): void {
  changeTimer ??= setTimeout(() => {
    changeTimer = null;
    for (const listener of changeListeners) listener();
    tell({ kind: 'changed' });
  }, 250);
}

// ---- open drafts of this tab

interface OpenDraft {
  readonly place: string;
  readonly sheet: Sheet<VaultMark>;
  readonly handle: DraftHandle;
  lock: HeldLock | null;
  users: number;
  stop(): void;
}

const openDrafts = new Map<string, Promise<OpenDraft>>();
const settled = new Map<string, OpenDraft>();

const pause = (milliseconds: number) => new Promise<null>((resolve) => { setTimeout(() => resolve(null), milliseconds); });
const alone = <T>(work: () => Promise<T>): Promise<T> => browserTabs.locks.hold(`vestibule.outbox.${userKey()}`, work);

/** The questionnaire from the server; null without a connection. Rejects when the server says that it is not there for us. */
async function loadQuestionnaire(patientId: PatientId, id: AssignedQuestionnaireId, impatient: boolean): Promise<AssignedQuestionnaire | null> {
  const asked = draftServer(patientId, id).load().catch((error: unknown) => {
    if (failureOf(error)?.kind === 'offline') return null;
    throw error;
  });
  return impatient ? Promise.race([asked, pause(serverPatience)]) : asked;
}

const draftOf = (stored: StoredDraft | null): DraftRecord | null => (stored?.kind === 'draft' ? stored : null);

async function startingDraft(patientId: PatientId, id: AssignedQuestionnaireId, stored: StoredDraft | null): Promise<DraftRecord> {
  const local = draftOf(stored);
  const questionnaire = await loadQuestionnaire(patientId, id, local !== null);
  if (questionnaire) return mergeDrafts(stored, questionnaire, patientId, Date.now());
  if (local) return local;
  const fetched = fetchedQuestionnaire(patientId, id);
  if (!fetched) throw new CallError('getQuestionnaire', { kind: 'offline' });
  return mergeDrafts(stored, fetched, patientId, Date.now());
}

async function readStored(patientId: PatientId, id: AssignedQuestionnaireId): Promise<StoredDraft | null> {
  try {
    return storedDraft(await currentVault()?.read(draftPlace(patientId, id)));
  } catch (error) {
    if (error instanceof WrittenByNewerVersion) throw error;
    return null;
  }
}

async function openNow(patientId: PatientId, id: AssignedQuestionnaireId): Promise<OpenDraft> {
  const place = draftPlace(patientId, id);
  const lockName = `vestibule.draft.${userKey()}.${place}`;
  await vaultWhenReady(vaultPatience);
  const store = vaultStore(patientId, id);
  let opened: OpenDraft | null = null;
  const stolen = () => { if (opened) { opened.lock = null; opened.sheet.yieldOwnership(); } };

  const lock = await takeLock(browserTabs.locks, lockName, { ifAvailable: true, onStolen: stolen });
  let mark: VaultMark | null = null;
  let draft: DraftRecord;
  let stored: StoredDraft | null = null;
  try {
    if (lock) {
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
    draft = await startingDraft(patientId, id, stored);
  } catch (error) {
    if (mark && !stored) await store.remove(mark).catch(() => undefined);
    lock?.release();
    throw error;
  }

  const sheet = createSheet<VaultMark>({
    draft,
    store,
    mark,
    stored,
    server: draftServer(patientId, id),
    clock: browserClock,
    ownership: lock ? 'owner' : 'elsewhere',
    alone,
    onSent: (completed) => tellAnswersSent({ patientId, completed, makesStale: submitQuestionnaire.makesStale }),
    onChange: changed,
    unattended: false,
  });

  const heard: { last: Handover | null } = { last: null };
  const ear = (message: Message) => {
    if (message.kind === 'changed' || message.place !== place || !opened) return;
    switch (message.kind) {
      case 'takeOver': void handOver(opened); return;
      case 'released': heard.last = message; return;
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
    if (settled.get(place) === entry) { settled.delete(place); openDrafts.delete(place); }
  };

  async function takeOver(): Promise<readonly Answer[]> {
    const entry = opened;
    if (!entry || entry.lock) return sheet.current().answers;
    heard.last = null;
    tell({ kind: 'takeOver', place });
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), handOverPatience);
    const given = await takeLock(browserTabs.locks, lockName, { signal: patience.signal, onStolen: stolen });
    clearTimeout(timer);
    entry.lock = given ?? (await takeLock(browserTabs.locks, lockName, { steal: true, onStolen: stolen }));
    // The lock may be faster than the message that says what was typed last.
    if (given && !heard.last) await pause(200);
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
    const { last } = heard;
    if (last && Date.parse(last.savedAt) > Date.parse(sheet.current().savedAt)) sheet.write(last.answers);
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
      nudgeOutbox();
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
  settled.set(place, opened);
  sheet.subscribe(() => { if (sheet.isClosed()) end(); });
  if (lock) sheet.nudge();
  return opened;
}

/** Another tab wants this draft: what was typed last becomes durable, is said aloud, and the lock is given back. */
async function handOver(entry: OpenDraft): Promise<void> {
  if (!entry.lock) return;
  await Promise.race([entry.sheet.settle(), pause(handOverPatience / 2)]);
  const { answers, savedAt } = entry.sheet.current();
  entry.sheet.yieldOwnership();
  tell({ kind: 'released', place: entry.place, answers, savedAt });
  entry.lock?.release();
  entry.lock = null;
}

async function open(patientId: PatientId, id: AssignedQuestionnaireId): Promise<DraftHandle> {
  const place = draftPlace(patientId, id);
  const standing = await openDrafts.get(place)?.catch(() => null);
  if (standing && !standing.sheet.isClosed() && settled.get(place) === standing) {
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

beforeLock(async () => { await Promise.allSettled([...settled.values()].map((entry) => entry.sheet.settle())); });

onSessionEnd(() => {
  for (const entry of settled.values()) {
    entry.stop();
    entry.sheet.close();
    entry.lock?.release();
    entry.lock = null;
  }
  settled.clear();
  openDrafts.clear();
  channel?.tabs.close();
  channel = null;
  for (const listener of changeListeners) listener();
});

// ---- the outbox

const firstRetry = 5_000;
const longestRetry = 120_000;

/** True when there is something to tell the server without the person. */
function hasWork(stored: StoredDraft): boolean {
  if (stored.kind === 'discarded') return true;
  return stored.submission === 'waiting' || (stored.submission === 'none' && stored.savedAt !== stored.serverSavedAt && stored.answers.length > 0);
}

/** Sends what one place holds, if no page has it open. False: it must be tried again later. */
async function sendStored(waiting: StoredDraft): Promise<boolean> {
  const { patientId, assignedQuestionnaireId } = waiting;
  const place = draftPlace(patientId, assignedQuestionnaireId);
  const mine = settled.get(place);
  if (mine) { mine.sheet.nudge(); return true; }
  let lost = false;
  let sheet: Sheet<VaultMark> | null = null;
  const stolen = () => { lost = true; sheet?.yieldOwnership(); };
  const lock = await takeLock(browserTabs.locks, `vestibule.draft.${userKey()}.${place}`, { ifAvailable: true, onStolen: stolen });
  if (!lock) return true;
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
    const done = submission === 'sent' || wanted === 'refused' || (wanted === 'none' && onServer !== 'waiting');
    sheet.close();
    return done;
  } catch {
    return false;
  } finally {
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
    const stored = storedDraft(value);
    if (stored && hasWork(stored) && !(await sendStored(stored))) allDone = false;
  }
  return allDone;
}

function sweepNow(): Promise<boolean> {
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
  const unsubscribe = [subscribeToConnection(reachable), onVaultChange(() => { if (currentVault()) nudgeOutbox(); }), onSessionEnd(() => stop())];
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

// ---- what is unsent

function asUnsent(record: DraftRecord): UnsentSheet {
  const mine = settled.get(draftPlace(record.patientId, record.assignedQuestionnaireId));
  return {
    patientId: record.patientId,
    assignedQuestionnaireId: record.assignedQuestionnaireId,
    templateTitle: record.questionnaire.templateTitle,
    submission: mine?.sheet.state().submission === 'sending' ? 'sending' : record.submission,
    onServer: record.savedAt === record.serverSavedAt,
  };
}

/** Sheets of the person signed in that are begun and not sent: those in the vault, and those that only this page holds. */
export async function listUnsent(): Promise<readonly UnsentSheet[]> {
  const records = new Map<string, DraftRecord>();
  for (const { place, value } of (await currentVault()?.list(draftPlaces).catch(() => [])) ?? []) {
    const record = draftOf(storedDraft(value));
    if (record) records.set(place, record);
  }
  for (const { place, sheet } of settled.values()) {
    if (sheet.isClosed()) records.delete(place);
    else if (sheet.state().ownership === 'owner') records.set(place, sheet.current());
  }
  return [...records.values()].filter((record) => record.answers.length > 0 || record.submission !== 'none').map(asUnsent);
}

/** How many sheets would be lost with this device: sent but not confirmed, or newer than what the server has. */
export const unsentCount = async (): Promise<number> =>
  (await listUnsent()).filter((sheet) => !sheet.onServer || sheet.submission !== 'none').length;

/** Tries once more to send everything, before a log-out; gives how many are still unsent. */
export async function sendAllNow(): Promise<number> {
  await Promise.allSettled([...settled.values()].map(async ({ sheet }) => { await sheet.pump(); await sheet.settle(); }));
  await sweepNow();
  return unsentCount();
}

let unsent: readonly UnsentSheet[] = [];
const unsentListeners = new Set<() => void>();
let looking = false;
let lookAgain = false;

async function look(): Promise<void> {
  if (looking) { lookAgain = true; return; }
  looking = true;
  do {
    lookAgain = false;
    const next = await listUnsent().catch(() => unsent);
    if (JSON.stringify(next) !== JSON.stringify(unsent)) {
      unsent = next;
      for (const listener of unsentListeners) listener();
    }
  } while (lookAgain);
  looking = false;
}

const lookNow = () => { void look(); };

function subscribeToUnsent(listener: () => void): () => void {
  unsentListeners.add(listener);
  if (unsentListeners.size === 1) {
    changeListeners.add(lookNow);
    ears.add(hearChanged);
    if (currentProfile()) tell({ kind: 'changed' });
    // A reload opens the vault only when something asks for it: the list does.
    void vaultWhenReady(30_000).then(lookNow);
  }
  const stopVault = onVaultChange(lookNow);
  lookNow();
  return () => {
    stopVault();
    unsentListeners.delete(listener);
    if (unsentListeners.size === 0) { changeListeners.delete(lookNow); ears.delete(hearChanged); }
  };
}

const hearChanged = (message: Message) => { if (message.kind === 'changed') lookNow(); };

/** The unsent sheets of the person signed in, for components; follows every change in every tab. */
export const useUnsentSheets = (): readonly UnsentSheet[] => useSyncExternalStore(subscribeToUnsent, () => unsent, () => unsent);
