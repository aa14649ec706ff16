import {
  deleteDeviceKey,
  deleteDevicePush,
  DeviceId,
  getDeviceKey,
  type LoginType,
  putDeviceKey,
  type UserId,
} from '@portal/api';
import * as v from 'valibot';
import { createEvents } from '../../words/smallStore.ts';
import { type DeviceKeeper, registerDeviceKeeper } from '../deviceKeeper.ts';
import { failureOf, refusalOf } from '../errors.ts';
import { clearMarker } from '../keptRecords/marker.ts';
import { send, sendWith, tokens } from '../http.ts';
import { markedVault } from '../pushMark.ts';
import { currentIdentity, type Identity, loadIdentity, subscribeToIdentity } from '../profile.ts';
import { randomId } from '../randomId.ts';
import { currentTime, serverTime } from '../serverClock.ts';
import { beginOffline, currentSession, endUnlockedTabs, isSessionEnding } from '../session.ts';
import { browserTabs } from '../tabs.ts';
import { forgetEnded, noteEnded, tellEnded } from './endedDevices.ts';
import { giveKeys } from './handOver.ts';
import { indexedDbRows } from './idb.ts';
import { type Credentials, type Keyring, type KeyringEntry, openKeyring, type OpenedVault } from './keyring.ts';
import type { Vault } from './vault.ts';

let ring: Keyring | null = null;
/** The vaults of this browser. */
export const browserKeyring = (): Keyring =>
  (ring ??= openKeyring({
    openRows: indexedDbRows,
    locks: browserTabs.locks,
    wall: () => Date.now(),
    now: currentTime,
    serverTime,
    onLastRecordsEnd: clearMarker,
  }));
const keyring = browserKeyring;

interface Opened extends OpenedVault {
  readonly userId: UserId;
}

let opened: Opened | null = null;
let opening: Promise<Vault | null> | null = null;
/** Grows when the device is locked, so that an opening still on its way ends in nothing. */
let lockings = 0;
const vaultChange = createEvents();
const settlers = new Set<() => Promise<void>>();

/** How many milliseconds a page that is opened, and a change of what waits to be sent, wait for the vault. */
export const vaultPatience = 6_000;

/** The vault of the person signed in, or null while it is locked. */
export const currentVault = (): Vault | null => opened?.vault ?? null;

/** The same with its entry in the keyring, for what is kept beside it. */
export const currentOpenedVault = (): OpenedVault | null => opened;

/** Whose vault is open; null while none is. */
export const currentVaultOwner = (): UserId | null => opened?.userId ?? null;

/** Takes over what was changed of the entry of the vault that is open. */
export function noteEntry(entry: KeyringEntry): void {
  if (opened?.vault.id === entry.vaultId) opened = { ...opened, entry };
}

/** The vault that is open and the device that it makes of this browser; null while it is locked. */
export const currentDevice = (): { readonly vaultId: string; readonly deviceId: DeviceId } | null =>
  opened && { vaultId: opened.vault.id, deviceId: opened.entry.deviceId };

/** Calls back when the vault opens or locks; returns the way to stop. */
export const onVaultChange = vaultChange.on;

/** Work that must be durable before the keys leave. Returns the way to take it back. */
export function beforeLock(settle: () => Promise<void>): () => void {
  settlers.add(settle);
  return () => settlers.delete(settle);
}

type DeviceKeyAnswer =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'revoked' };

/** What the server says of a device key. Rejects with `CallError` where it says nothing. */
async function deviceKey(ask: Promise<{ key: string }>): Promise<DeviceKeyAnswer> {
  try {
    return { kind: 'key', key: (await ask).key };
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind !== 'refused') throw error;
    if (refusalOf(getDeviceKey, failure) === 'device_revoked') return { kind: 'revoked' };
    // A facility's own server may have no device keys: the password alone opens the vault there.
    if (failure.status === 404 || failure.status === 405 || failure.status === 501) return { kind: 'none' };
    throw error;
  }
}

/** A device key asked for while the profile was still on its way: one round trip less before a page can be typed on. */
interface KeyAhead {
  readonly userId: UserId;
  readonly deviceId: DeviceId;
  readonly kind: 'get' | 'put';
  readonly answer: Promise<{ key: string }>;
}
let ahead: KeyAhead | null = null;

/** Asks for the key of the vault that this session opened last or, on a browser without any, for a new one; used once, or not at all. */
export async function prefetchDeviceKey(userId: UserId): Promise<void> {
  if (opened || opening || ahead) return;
  const entries = await keyring()
    .entries()
    .catch(() => null);
  if (entries === null || opened || opening || ahead) return;
  const hint = tokens().current()?.vaultId;
  const entry = entries.find(({ vaultId }) => vaultId === hint);
  if (!entry && entries.length > 0) return;
  const deviceId = entry?.deviceId ?? v.parse(DeviceId, randomId(24));
  const answer = entry
    ? send(getDeviceKey, { params: { userId, deviceId } })
    : send(putDeviceKey, { params: { userId, deviceId }, body: { name: deviceName() } });
  answer.catch(() => undefined);
  ahead = { userId, deviceId, kind: entry ? 'get' : 'put', answer };
}

/** The key asked for ahead, where it is the one that is wanted now. */
function takeAhead(kind: KeyAhead['kind'], userId: UserId, deviceId: DeviceId | null): KeyAhead | null {
  const taken = ahead;
  if (
    taken === null ||
    taken.kind !== kind ||
    taken.userId !== userId ||
    (deviceId !== null && taken.deviceId !== deviceId)
  )
    return null;
  ahead = null;
  return taken;
}

/** True when this browser keeps no vault of anybody: nothing can be found in the one that is still to be made. */
export async function keepsNothing(): Promise<boolean> {
  if (opened) return false;
  const entries = await keyring()
    .entries()
    .catch(() => null);
  return entries !== null && entries.length === 0 && !opened;
}

/** A name by which the person will know this device in their settings. */
function deviceName(): string {
  const agent = navigator.userAgent;
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /Firefox\//.test(agent)
      ? 'Firefox'
      : /Chrome\//.test(agent)
        ? 'Chrome'
        : /Safari\//.test(agent)
          ? 'Safari'
          : 'Browser';
  const system = /Android/.test(agent)
    ? 'Android'
    : /iPhone|iPad/.test(agent)
      ? 'iOS'
      : /Windows/.test(agent)
        ? 'Windows'
        : /Mac OS X/.test(agent)
          ? 'macOS'
          : /CrOS/.test(agent)
            ? 'ChromeOS'
            : /Linux/.test(agent)
              ? 'Linux'
              : '';
  return system === '' ? browser : `${browser}, ${system}`;
}

const isTheirs = (found: OpenedVault, userId: UserId): boolean =>
  found.identity === null || found.identity.profile.userId === userId;

/** No notice comes for the person of that vault. The server ends it by itself; here it ends without a connection, too. */
async function endNotices(vaultId: string | null): Promise<void> {
  if (vaultId === null || markedVault() !== vaultId) return;
  const { unsubscribeHere } = await import('../push.ts');
  await unsubscribeHere();
}

/** Key wraps first, then data; notices beside it, which must keep neither from going. */
export async function wipeVault(vaultId: string): Promise<void> {
  await Promise.all([keyring().shred(vaultId), endNotices(vaultId).catch(() => undefined)]);
}

/** The person's own vault among those of this browser, by the server's word on each device key, then by the password. */
async function findVault(userId: UserId, credentials: Credentials | null): Promise<OpenedVault | null> {
  const hint = tokens().current()?.vaultId;
  const entries = [...(await keyring().entries())].sort(
    (a, b) => Number(b.vaultId === hint) - Number(a.vaultId === hint),
  );
  const unknown: KeyringEntry[] = [];
  for (const entry of entries) {
    const answer = await deviceKey(
      takeAhead('get', userId, entry.deviceId)?.answer ??
        send(getDeviceKey, { params: { userId, deviceId: entry.deviceId } }),
    );
    if (answer.kind === 'revoked') {
      endUnlockedTabs(userId);
      await wipeVault(entry.vaultId);
      continue;
    }
    if (answer.kind === 'none') {
      unknown.push(entry);
      continue;
    }
    const found =
      (await keyring().openWithDeviceKey(entry, answer.key, credentials)) ??
      (credentials && (await keyring().openWithPassword(entry, credentials, answer.key)));
    if (found && isTheirs(found, userId)) return found;
    found?.vault.close();
  }
  if (!credentials) return null;
  for (const entry of unknown) {
    const found = await keyring().openWithPassword(entry, credentials, null);
    if (!found) continue;
    if (!isTheirs(found, userId)) {
      found.vault.close();
      continue;
    }
    // The server no longer knows this device: it learns of it again, or says that it was revoked.
    const answer = await deviceKey(
      send(putDeviceKey, { params: { userId, deviceId: entry.deviceId }, body: { name: deviceName() } }),
    );
    if (answer.kind === 'revoked') {
      found.vault.close();
      endUnlockedTabs(userId);
      await wipeVault(entry.vaultId);
      continue;
    }
    if (answer.kind === 'none') return found;
    found.vault.close();
    return keyring().openWithPassword(entry, credentials, answer.key);
  }
  return null;
}

async function makeVault(userId: UserId, credentials: Credentials | null): Promise<OpenedVault | null> {
  const asked = takeAhead('put', userId, null);
  const deviceId = asked?.deviceId ?? v.parse(DeviceId, randomId(24));
  const answer = await deviceKey(
    asked?.answer ?? send(putDeviceKey, { params: { userId, deviceId }, body: { name: deviceName() } }),
  );
  const key = answer.kind === 'key' ? answer.key : null;
  if (key === null && credentials === null) return null;
  const made = await keyring().create(deviceId, key, credentials);
  // Asked for, not needed: without it the browser may take everything back when the disk is full.
  navigator.storage?.persist?.().catch(() => undefined);
  return made;
}

async function openFor(identity: Identity, credentials: Credentials | null): Promise<Vault | null> {
  const { userId } = identity.profile;
  const before = lockings;
  // Two tabs that sign in together must not make two vaults.
  const found = await browserTabs.locks.hold('vestibule-keyring', async () => {
    const found = await findVault(userId, credentials);
    // Of a vault that the browser has emptied the kept records are of no use: they go, too, and the person is told.
    if (found?.identity === null && !found.isNewer && found.entry.records !== null)
      await keyring().endRecords(found.vault.id, 'lost');
    const standing = found ?? (await makeVault(userId, credentials));
    if (!standing) return null;
    await keyring()
      .keepIdentity(standing.vault, identity)
      .catch((error: unknown) => {
        // A full device still opens what it keeps; a vault that would not know whose it is cannot be opened without a network.
        if (standing.identity === null) throw error;
      });
    return standing;
  });
  ahead = null;
  if (!found) return null;
  if (before !== lockings || opened) {
    noteEntry(found.entry);
    if (opened?.vault !== found.vault) found.vault.close();
    return currentVault();
  }
  opened = { ...found, userId };
  tokens().rememberVault(found.vault.id);
  vaultChange.emit();
  return found.vault;
}

/**
 * Opens the vault of the person signed in, or makes it. Null where the device or the server cannot: the portal then goes on
 * without keeping anything here. A device that was revoked is wiped before anything of it is read.
 */
function openVault(identity: Identity, credentials: Credentials | null): Promise<Vault | null> {
  if (opened?.userId === identity.profile.userId && !credentials) return Promise.resolve(opened.vault);
  if (opening && !credentials) return opening;
  const run = (opening ?? Promise.resolve(null))
    .then(() => openFor(identity, credentials))
    .catch(() => null)
    .finally(() => {
      if (opening === run) opening = null;
    });
  opening = run;
  return run;
}

const withoutVault: ReadonlySet<LoginType> = new Set(['patientKioskManagement', 'patientKioskUser', 'patientLinkUser']);

/** False for who keeps nothing on a device whatever it can do: a kiosk, and whoever came by an emailed link. */
export function hasVault(): boolean {
  const session = tokens().current();
  return session === null || !withoutVault.has(session.loginType);
}

/**
 * The vault when it is open, or opened now with the session's own tokens, waiting at most `bound` milliseconds. Null means
 * not now; asking again later may succeed.
 */
export async function vaultWhenReady(bound: number): Promise<Vault | null> {
  if (opened) return opened.vault;
  const session = tokens().current();
  if (!opening && (session === null || !hasVault())) return null;
  const ready =
    opening ??
    loadIdentity()
      .then((identity) => openVault(identity, null))
      .catch(() => null);
  return Promise.race([
    ready,
    new Promise<null>((resolve) => {
      setTimeout(() => resolve(null), bound);
    }),
  ]);
}

/** Waits for an opening that is under way, by which a password may come to open a vault that is open already. Never rejects. */
export const openingsDone = async (): Promise<void> => void (await opening);

/**
 * The same, if its keys still stand on the device. A browser that took everything back left an open vault that nobody could
 * ever open again: then a new one is made.
 */
export async function soundVault(bound: number): Promise<Vault | null> {
  const vault = await vaultWhenReady(bound);
  if (!vault || (await keyring().entries()).some((entry) => entry.vaultId === vault.id)) return vault;
  await lockVault();
  await keyring().shred(vault.id);
  return vaultWhenReady(bound);
}

/** Takes a vault into use that was opened without the server, and begins a session over it. */
export function adoptUnlocked(found: OpenedVault, identity: Identity): void {
  opened?.vault.close();
  opened = { ...found, userId: identity.profile.userId };
  beginOffline(identity, found.vault.id);
  vaultChange.emit();
}

// Only while this tab's own session lives: one that is being ended gives nothing away.
giveKeys(browserTabs, () => {
  const keys = opened?.vault.keys() ?? null;
  if (opened === null || keys === null || currentSession() === null || isSessionEnding()) return null;
  return { vaultId: opened.vault.id, keys };
});

/** Keys and everything decrypted leave this tab; ciphertext stays. */
async function lockVault(): Promise<void> {
  lockings += 1;
  ahead = null;
  // An opening still on its way ends in nothing, and nobody after this waits for it.
  opening = null;
  opened?.vault.close();
  opened = null;
  vaultChange.emit();
}

/** The device of which the server heard with the tokens of the session that it was logged out. */
let toldEnded: DeviceId | null = null;

/** Key wraps first, then data, of the person signed in. Their other tabs are told by the log-out itself. */
async function shredVault(remembered: string | null = null): Promise<void> {
  const vaultId = opened?.vault.id ?? remembered ?? tokens().current()?.vaultId;
  await lockVault();
  if (!vaultId) return;
  const entries = await keyring()
    .entries()
    .catch(() => []);
  const ended = entries.find((entry) => entry.vaultId === vaultId);
  // An end that comes in between is made good at the next contact: the server then says that the device is revoked.
  if (ended?.endProof && ended.deviceId !== toldEnded) noteEnded({ deviceId: ended.deviceId, proof: ended.endProof });
  await wipeVault(vaultId);
  void tellEnded();
}

/** What the session calls around sign-in and log-out. */
export const deviceKeeper: DeviceKeeper = {
  async signedIn(identity, credentials) {
    // Whatever opens at this moment is this person's: only another's vault is in the way.
    if (opened && opened.userId !== identity.profile.userId) await lockVault();
    await openVault(identity, credentials);
  },
  async settle() {
    await Promise.allSettled([...settlers].map((settle) => settle()));
  },
  lock: lockVault,
  shred: shredVault,
  async endRecords(remembered) {
    const vaultId = opened?.vault.id ?? remembered;
    if (vaultId !== null) await keyring().endRecords(vaultId);
  },
  endNotices: () => endNotices(opened?.vault.id ?? null),
  revoke(keepsCopy) {
    const held = opened;
    if (!held || (keepsCopy && markedVault() !== held.vault.id)) return null;
    return async (accessToken) => {
      await sendWith(accessToken, keepsCopy ? deleteDevicePush : deleteDeviceKey, {
        params: { userId: held.userId, deviceId: held.entry.deviceId },
        keepalive: true,
      });
      if (keepsCopy) return;
      toldEnded = held.entry.deviceId;
      forgetEnded(toldEnded);
    };
  },
};

registerDeviceKeeper(deviceKeeper);

// The kept profile follows the one of the session, so that an offline start shows what was last true.
subscribeToIdentity(() => {
  const identity = currentIdentity();
  if (identity && opened?.userId === identity.profile.userId)
    keyring()
      .keepIdentity(opened.vault, identity)
      .catch(() => undefined);
});
