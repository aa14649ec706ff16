import { calls, type CallShape, getDeviceKey } from '@portal/api';
import * as v from 'valibot';
import { send } from '../http.ts';
import { proveWho } from '../proof.ts';
import { currentIdentity, subscribeToIdentity } from '../profile.ts';
import { choicesOf, type Identity, mayCall } from '../identity.ts';
import { currentSession } from '../session.ts';
import { browserTabs } from '../tabs.ts';
import {
  currentOpenedVault,
  currentVaultOwner,
  noteEntry,
  onVaultChange,
  openingsDone,
  vaultWhenReady,
} from '../vault/keeper.ts';
import { browserKeyring } from '../vault/browserKeyring.ts';
import type { AnyInput } from '../wire.ts';
import { type Asker, askerNow } from './asker.ts';
import type { KeptEntry } from './ledger.ts';
import { forgetOfflineCopyNews } from './offlineCopyNews.ts';
import { writeMarker } from './marker.ts';
import { tellOpeningNews } from './openingNews.ts';
import { placeOf, queryOfPlace } from './recordPlace.ts';
import type { OfflineAnswer, KeptFile, RecordStore, RecordToKeep } from './recordStore.ts';
import { keeping, showKeeping } from './state.ts';

let store: RecordStore | null = null;
/** The user whose offline copy `store` is. */
let owner: number | null = null;
let opening: Promise<void> = Promise.resolve();
/** What waits to be stored, and for whom. A page can have answers before the vault is open, which waits for a key from the server. */
let waiting: { readonly record: RecordToKeep; readonly userId: Asker['userId'] }[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;
/** Milliseconds that a page waits for the vault before it continues without the copy. */
const openBound = 10_000;
/** Milliseconds for which answers are collected before they are written together. */
const gather = 400;

function show(): void {
  const opened = currentOpenedVault();
  if (store) showKeeping({ kind: 'on', entries: store.entries(), signedInAt: store.signedInAt() });
  else if (opened === null) showKeeping({ kind: 'closed' });
  else showKeeping({ kind: 'off', wasAsked: opened.entry.wasAsked });
}

function close(): void {
  store?.close();
  store = null;
  owner = null;
}

/** Writes the marker of how much only this device has, so that a later page can tell when the browser has deleted everything. */
async function mark(): Promise<void> {
  const of = store;
  if (of === null) return;
  const { unsentCounts } = await import('../outbox/outbox.ts');
  const { questionnaires, messages } = await unsentCounts();
  if (of === store) writeMarker({ unsent: questionnaires + messages });
}
const markSoon = (): void => void mark().catch(() => undefined);

async function openForVault(): Promise<void> {
  close();
  const opened = currentOpenedVault();
  if (opened === null) {
    waiting = [];
    forgetOfflineCopyNews();
    return show();
  }
  const found = await browserKeyring()
    .openRecords(opened)
    .catch(() => null);
  const standing = await entryOf(opened.vault.id);
  await tellOpeningNews(found, standing);
  if (currentOpenedVault()?.vault !== opened.vault) {
    if (found?.kind === 'open') found.store.close();
    return;
  }
  if (standing) noteEntry(standing);
  if (found?.kind === 'newer') return showKeeping({ kind: 'newer' });
  store = found?.kind === 'open' ? found.store : null;
  owner = currentVaultOwner();
  store?.onChange(show);
  if (currentSession()?.mode === 'online') await store?.renew().catch(() => undefined);
  show();
  markSoon();
}

/** The entry as it is stored now, because another tab may have changed it. */
const entryOf = async (vaultId: string) =>
  (
    await browserKeyring()
      .entries()
      .catch(() => [])
  ).find((entry) => entry.vaultId === vaultId);

const reopen = (): Promise<void> => (opening = opening.then(openForVault, openForVault));
onVaultChange(() => void reopen());
void reopen();
// On a phone this is the last moment at which a page can be sure to run.
if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') markSoon();
  });

const OtherTab = v.object({ vaultId: v.string() });
/** Starting or stopping the offline copy takes effect in every tab. */
const otherTabs = browserTabs.channel('vestibule.records', (message) => {
  const parsed = v.safeParse(OtherTab, message);
  if (parsed.success && parsed.output.vaultId === currentOpenedVault()?.vault.id) void reopen();
});

/** The store once the vault is open; null when there is no offline copy. Never rejects. */
async function storeWhenReady(): Promise<RecordStore | null> {
  await vaultWhenReady(openBound);
  await opening.catch(() => undefined);
  return store;
}

/** The current store, for fetching ahead of time; null when there is no offline copy. */
export const currentRecords = (): RecordStore | null => store;

/** Why the offline copy did not start: the device refused, the server could not be asked for the key, or no password was given. */
export type KeepingRefused = 'refused' | 'offline' | 'cancelled';

/**
 * Whether the password of the person signed in opens the vault. If it does not, because the page was reloaded right after the sign-in, they
 * are asked for it: without it the copy could not be opened offline.
 */
async function hasPassword(vaultId: string): Promise<boolean> {
  const isThere = async () => {
    await openingsDone();
    const entry = await entryOf(vaultId);
    return entry !== undefined && entry.password !== null;
  };
  return (await isThere()) || ((await proveWho()) && (await isThere()));
}

/**
 * Starts the offline copy on this device. `passphrase` opens it without a network for a person who signs in without a password; null for
 * everybody else. Resolves with null when it has started.
 */
export async function startKeeping(passphrase: string | null): Promise<KeepingRefused | null> {
  await vaultWhenReady(openBound);
  const opened = currentOpenedVault();
  const userId = currentIdentity()?.profile.userId;
  if (opened === null || userId === undefined) return 'refused';
  if (passphrase === null && !(await hasPassword(opened.vault.id))) return 'cancelled';
  let { entry } = opened;
  if (passphrase !== null) {
    const answer = await send(getDeviceKey, { params: { userId, deviceId: entry.deviceId } }).catch(() => null);
    if (answer === null) return 'offline';
    const changed = await browserKeyring()
      .setPassphrase(entry, answer.key, passphrase)
      .catch(() => null);
    if (changed === null) return 'refused';
    entry = changed;
  }
  try {
    noteEntry(await browserKeyring().beginRecords({ ...opened, entry }));
  } catch {
    return 'refused';
  }
  // Asked for, but not needed. It is not awaited, because it can stay pending.
  navigator.storage?.persist?.().catch(() => undefined);
  await reopen();
  otherTabs.post({ vaultId: entry.vaultId });
  return keeping().kind === 'on' ? null : 'refused';
}

/** The person was asked and does not want an offline copy. They are not asked again on this device. */
export async function declineKeeping(): Promise<void> {
  const opened = currentOpenedVault();
  if (opened === null) return;
  noteEntry(
    await browserKeyring()
      .noteAsked(opened.entry)
      .catch(() => opened.entry),
  );
  show();
}

/** Deletes the offline copy of the person signed in; unsent answers stay. */
export async function stopKeeping(): Promise<void> {
  const opened = currentOpenedVault();
  close();
  if (opened !== null) {
    await browserKeyring().endRecords(opened.vault.id);
    noteEntry({ ...opened.entry, records: null });
    otherTabs.post({ vaultId: opened.vault.id });
  }
  show();
}

/** Deletes the entries that `which` selects from the ledger and the device. */
const forgetKept = async (which: (entry: KeptEntry) => boolean): Promise<void> => {
  if (store?.entries().some(which)) await store.forget(which).catch(() => undefined);
};

/** Whether the person may still have the stored answer of a call: without a network a right can end as well, by its date. */
const mayKeep = (
  identity: Identity | null,
  call: CallShape,
  patientId: number | null,
  query: AnyInput['query'],
): boolean => identity === null || mayCall(identity, call, { params: { patientId }, query: query ?? {} });

/** The stored answer of a call, parsed by its schema. Null when there is none. Never rejects. */
export async function readOfflineAnswer(
  call: CallShape,
  input: AnyInput,
  asker: Asker = askerNow(),
): Promise<OfflineAnswer | null> {
  const { patientId, place } = placeOf(call, input, asker.open);
  const from = await storeWhenReady();
  if (from === null || asker.userId !== owner || !mayKeep(currentIdentity(), call, patientId, input.query)) return null;
  const found = await from.answer(place).catch(() => null);
  if (!found || call.answer === null) return null;
  const parsed = v.safeParse(call.answer, found.answer);
  return parsed.success ? { answer: parsed.output, at: found.at } : null;
}

/** The stored file of a call. Never rejects. */
export async function readOfflineFile(call: CallShape, input: AnyInput): Promise<KeptFile | null> {
  const { patientId, place } = placeOf(call, input, askerNow().open);
  if (!mayKeep(currentIdentity(), call, patientId, input.query)) return null;
  return (await (await storeWhenReady())?.file(place).catch(() => null)) ?? null;
}

/** Writes what waits to be stored. Rejects with `StorageRefused`. */
async function flushKept(): Promise<void> {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  if (waiting.length === 0) return;
  const to = await storeWhenReady();
  // An answer that arrived after somebody else signed in is not theirs.
  const theirs = waiting.filter(({ userId }) => userId === owner);
  waiting = [];
  const records = new Map(theirs.map(({ record }) => [record.place, record]));
  if (records.size > 0) await to?.keep([...records.values()]);
}

function keepSoon(record: RecordToKeep, { userId }: Asker): void {
  if (userId === null || keeping().kind === 'off' || keeping().kind === 'newer') return;
  waiting.push({ record, userId });
  timer ??= setTimeout(() => void flushKept().catch(() => undefined), gather);
}

/** Stores an answer with the next batch; `day` of the clinical record is `YYYY-MM-DD`. Does nothing without an offline copy. */
export function keepAnswer(
  call: CallShape,
  input: AnyInput,
  answer: unknown,
  day: string | null = null,
  asker: Asker = askerNow(),
): void {
  keepSoon(
    { kind: 'answer', ...placeOf(call, input, asker.open), call: call.name, at: Date.now(), day, answer },
    asker,
  );
}

/** Deletes the stored answer of a call that the server no longer gives. Never rejects. */
export async function dropAnswer(call: CallShape, input: AnyInput, asker: Asker = askerNow()): Promise<void> {
  const { place } = placeOf(call, input, asker.open);
  waiting = waiting.filter(({ record, userId }) => record.place !== place || userId !== asker.userId);
  await storeWhenReady();
  if (asker.userId === owner) await forgetKept((entry) => entry.place === place);
}

// Deletes what the user may no longer see: of patients for whom they no longer act, of sections whose right has ended, and of calls that this version does not store.
subscribeToIdentity(() => {
  const identity = currentIdentity();
  if (identity === null || currentSession()?.mode !== 'online') return;
  const theirs = new Set<number | null>([null, ...choicesOf(identity).map(({ patientId }) => patientId)]);
  const byName = new Map(
    Object.values<CallShape>(calls).flatMap((call) => (call.offline === 'keep' ? [[call.name, call] as const] : [])),
  );
  const isNotTheirs = ({ patientId, call: name, place }: Pick<KeptEntry, 'patientId' | 'call' | 'place'>) => {
    const call = byName.get(name);
    return call === undefined || !theirs.has(patientId) || !mayKeep(identity, call, patientId, queryOfPlace(place));
  };
  waiting = waiting.filter(({ record }) => !isNotTheirs(record));
  void forgetKept(isNotTheirs);
});
