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
/** Increases when the device is locked, so that an opening in progress has no effect. */
let lockings = 0;
const vaultChange = createEvents();
const settlers = new Set<() => Promise<void>>();

/** Milliseconds that an opened page, or a change of unsent work, waits for the vault. */
export const vaultPatience = 6_000;

/** The vault of the person signed in; null while it is locked. */
export const currentVault = (): Vault | null => opened?.vault ?? null;

/** The same with its entry in the keyring, for what is stored beside it. */
export const currentOpenedVault = (): OpenedVault | null => opened;

/** The person whose vault is open; null while none is. */
export const currentVaultOwner = (): UserId | null => opened?.userId ?? null;

/** Takes over a changed entry of the open vault. */
export function noteEntry(entry: KeyringEntry): void {
  if (opened?.vault.id === entry.vaultId) opened = { ...opened, entry };
}

/** The open vault and the device id of this browser for it; null while it is locked. */
export const currentDevice = (): { readonly vaultId: string; readonly deviceId: DeviceId } | null =>
  opened && { vaultId: opened.vault.id, deviceId: opened.entry.deviceId };

/** Calls back when the vault opens or locks; returns the function that stops it. */
export const onVaultChange = vaultChange.on;

/** Registers work that must be durable before the keys are removed. Returns the function that unregisters it. */
export function beforeLock(settle: () => Promise<void>): () => void {
  settlers.add(settle);
  return () => settlers.delete(settle);
}

type DeviceKeyAnswer =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'revoked' };

/** The server's answer about a device key. Rejects with `CallError` when there is no answer. */
async function deviceKey(ask: Promise<{ key: string }>): Promise<DeviceKeyAnswer> {
  try {
    return { kind: 'key', key: (await ask).key };
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind !== 'refused') throw error;
    if (refusalOf(getDeviceKey, failure) === 'device_revoked') return { kind: 'revoked' };
    // A facility's own server may have no device keys; then only the password opens the vault.
    if (failure.status === 404 || failure.status === 405 || failure.status === 501) return { kind: 'none' };
    throw error;
  }
}

/** A device key requested while the profile is still being loaded, which saves one round trip before the person can type. */
interface KeyAhead {
  readonly userId: UserId;
  readonly deviceId: DeviceId;
  readonly kind: 'get' | 'put';
  readonly answer: Promise<{ key: string }>;
}
let ahead: KeyAhead | null = null;

/** Requests the key of the vault that this session opened last or, on a browser without vaults, a new one. It is used at most once. */
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

/** The prefetched key, if it is the one that is needed now. */
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

/** True when this browser has no vault of anybody, so a new vault will have nothing in it. */
export async function keepsNothing(): Promise<boolean> {
  if (opened) return false;
  const entries = await keyring()
    .entries()
    .catch(() => null);
  return entries !== null && entries.length === 0 && !opened;
}

/** The name of this device in the person's settings. */
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

/** Ends notices for the person of that vault. The server ends them too, but this also works without a connection. */
async function endNotices(vaultId: string | null): Promise<void> {
  if (vaultId === null || markedVault() !== vaultId) return;
  const { unsubscribeHere } = await import('../push.ts');
  await unsubscribeHere();
}

/** Destroys the key wraps first, then the data. Notices are ended at the same time; a failure there must not stop the rest. */
export async function wipeVault(vaultId: string): Promise<void> {
  await Promise.all([keyring().shred(vaultId), endNotices(vaultId).catch(() => undefined)]);
}

/** Finds the person's own vault in this browser: by the server's answer on each device key, then by the password. */
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
    // The server does not know this device key. It registers the device again, or says that the device was revoked.
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
  // Asked for, but not needed: without it the browser may delete everything when the disk is full.
  navigator.storage?.persist?.().catch(() => undefined);
  return made;
}

async function openFor(identity: Identity, credentials: Credentials | null): Promise<Vault | null> {
  const { userId } = identity.profile;
  const before = lockings;
  // Two tabs that sign in at once must not create two vaults.
  const found = await browserTabs.locks.hold('vestibule-keyring', async () => {
    const found = await findVault(userId, credentials);
    // The browser has emptied this vault, so its offline copy is of no use: it is deleted, and the person is told.
    if (found?.identity === null && !found.isNewer && found.entry.records !== null)
      await keyring().endRecords(found.vault.id, 'lost');
    const standing = found ?? (await makeVault(userId, credentials));
    if (!standing) return null;
    await keyring()
      .keepIdentity(standing.vault, identity)
      .catch((error: unknown) => {
        // On a full device an existing vault still opens. A vault without an identity could not be opened offline, so then this is an
        // error.
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
  if (found.entry.passkeys.length > 0)
    void import('./removedPasskeys.ts')
      .then(({ withoutRemovedPasskeys }) => withoutRemovedPasskeys(keyring(), found.entry, userId))
      .then(noteEntry, () => undefined);
  tokens().rememberVault(found.vault.id);
  vaultChange.emit();
  return found.vault;
}

/**
 * Opens the vault of the person signed in, or creates it. Null when the device or the server cannot; the portal then continues without
 * storing anything here. A device that was revoked is wiped before anything of it is read.
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

/** False for people who store nothing on a device: at a kiosk, and after an emailed link. */
export function hasVault(): boolean {
  const session = tokens().current();
  return session === null || !withoutVault.has(session.loginType);
}

/** The vault if open; else opens it with the session's tokens in at most `bound` milliseconds. Null: not now; a later call may succeed. */
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

/** Waits for an opening in progress, in which a password may be added to a vault that is open already. Never rejects. */
export const openingsDone = async (): Promise<void> => void (await opening);

/** Like `vaultWhenReady`, but makes a new vault where the browser has deleted the keys, without which nobody could open this one. */
export async function soundVault(bound: number): Promise<Vault | null> {
  const vault = await vaultWhenReady(bound);
  if (!vault || (await keyring().entries()).some((entry) => entry.vaultId === vault.id)) return vault;
  await lockVault();
  await keyring().shred(vault.id);
  return vaultWhenReady(bound);
}

/** Uses a vault that was opened without the server, and begins a session over it. */
export function adoptUnlocked(found: OpenedVault, identity: Identity): void {
  opened?.vault.close();
  opened = { ...found, userId: identity.profile.userId };
  beginOffline(identity, found.vault.id);
  vaultChange.emit();
}

// Only while this tab's own session lives: a session that is ending hands over no keys.
giveKeys(browserTabs, () => {
  const keys = opened?.vault.keys() ?? null;
  if (opened === null || keys === null || currentSession() === null || isSessionEnding()) return null;
  return { vaultId: opened.vault.id, keys };
});

/** Removes keys and everything decrypted from this tab; the ciphertext stays. */
async function lockVault(): Promise<void> {
  lockings += 1;
  ahead = null;
  // An opening in progress has no effect from here on, and later callers do not wait for it.
  opening = null;
  opened?.vault.close();
  opened = null;
  vaultChange.emit();
}

/** The device whose log-out the server has already confirmed, with the tokens of its session. */
let toldEnded: DeviceId | null = null;

/** Destroys the key wraps first, then the data, of the person signed in. Their other tabs learn of it from the log-out itself. */
async function shredVault(remembered: string | null = null): Promise<void> {
  const vaultId = opened?.vault.id ?? remembered ?? tokens().current()?.vaultId;
  await lockVault();
  if (!vaultId) return;
  const entries = await keyring()
    .entries()
    .catch(() => []);
  const ended = entries.find((entry) => entry.vaultId === vaultId);
  // If the browser is closed between the two steps, the next contact repairs it: the server then says that the device is revoked.
  if (ended?.endProof && ended.deviceId !== toldEnded) noteEnded({ deviceId: ended.deviceId, proof: ended.endProof });
  await wipeVault(vaultId);
  void tellEnded();
}

/** What the session calls around sign-in and log-out. */
export const deviceKeeper: DeviceKeeper = {
  async signedIn(identity, credentials) {
    // An opening in progress belongs to this person, so only another person's open vault is locked.
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

// Stores each new profile of the session in the vault, so that an offline start shows the latest one.
subscribeToIdentity(() => {
  const identity = currentIdentity();
  if (identity && opened?.userId === identity.profile.userId)
    keyring()
      .keepIdentity(opened.vault, identity)
      .catch(() => undefined);
});
