import { deleteDeviceKey, deleteDevicePush, type DeviceId, type LoginType, type UserId } from '@portal/api';
import { createEvents } from '../../words/smallStore.ts';
import { type DeviceKeeper, registerDeviceKeeper } from '../deviceKeeper.ts';
import { sendWith, tokens } from '../http.ts';
import { markedVault } from '../pushMark.ts';
import { currentIdentity, loadIdentity, subscribeToIdentity } from '../profile.ts';
import type { Identity } from '../identity.ts';
import { beginOffline, currentSession, isSessionEnding } from '../session.ts';
import { browserTabs } from '../tabs.ts';
import { browserKeyring } from './browserKeyring.ts';
import { noteCurrentDevice } from '../currentDevice.ts';
import { dropKeyAhead, hasKeyAhead, requestKeyAhead } from './deviceKeys.ts';
import { forgetEnded, noteEnded, tellEnded } from './endedDevices.ts';
import { giveKeys } from './handOver.ts';
import type { Credentials, OpenedVault } from './keyring.ts';
import type { KeyringEntry } from './keyringEntries.ts';
import { endNotices, findVault, makeVault, wipeVault } from './ownVault.ts';
import type { Vault } from './vault.ts';

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

/** True while the vault that this session had open on this device is not open, so that nobody can tell what is in it. */
export const isVaultUnread = (): boolean => opened === null && (tokens().current()?.vaultId ?? null) !== null;

function setOpened(next: Opened | null): void {
  opened = next;
  noteCurrentDevice(next && { vaultId: next.vault.id, deviceId: next.entry.deviceId });
}

/** Takes over a changed entry of the open vault. */
export function noteEntry(entry: KeyringEntry): void {
  if (opened?.vault.id === entry.vaultId) opened = { ...opened, entry };
}

/** Calls back when the vault opens or locks; returns the function that stops it. */
export const onVaultChange = vaultChange.on;

/** Registers work that must be durable before the keys are removed. Returns the function that unregisters it. */
export function beforeLock(settle: () => Promise<void>): () => void {
  settlers.add(settle);
  return () => settlers.delete(settle);
}

/** Requests the key of the vault that this session opened last or, on a browser without vaults, a new one. It is used at most once. */
export async function prefetchDeviceKey(userId: UserId): Promise<void> {
  if (opened || opening || hasKeyAhead()) return;
  const entries = await browserKeyring()
    .entries()
    .catch(() => null);
  if (entries === null || opened || opening || hasKeyAhead()) return;
  const hint = tokens().current()?.vaultId;
  const entry = entries.find(({ vaultId }) => vaultId === hint);
  if (!entry && entries.length > 0) return;
  requestKeyAhead(userId, entry?.deviceId ?? null);
}

/** True when this browser has no vault of anybody, so a new vault will have nothing in it. */
export async function keepsNothing(): Promise<boolean> {
  if (opened) return false;
  const entries = await browserKeyring()
    .entries()
    .catch(() => null);
  return entries !== null && entries.length === 0 && !opened;
}

async function openFor(identity: Identity, credentials: Credentials | null): Promise<Vault | null> {
  const { userId } = identity.profile;
  const before = lockings;
  // Two tabs that sign in at once must not create two vaults.
  const found = await browserTabs.locks.hold('vestibule-keyring', async () => {
    const found = await findVault(userId, credentials);
    // The browser has emptied this vault, so its offline copy is of no use: it is deleted, and the person is told.
    if (found?.identity === null && !found.isNewer && found.entry.records !== null)
      await browserKeyring().endRecords(found.vault.id, 'lost');
    const standing = found ?? (await makeVault(userId, credentials));
    if (!standing) return null;
    await browserKeyring()
      .keepIdentity(standing.vault, identity)
      .catch((error: unknown) => {
        // On a full device an existing vault still opens. A vault without an identity could not be opened offline, so then this is an
        // error.
        if (standing.identity === null) throw error;
      });
    return standing;
  });
  dropKeyAhead();
  if (!found) return null;
  if (before !== lockings || opened) {
    noteEntry(found.entry);
    if (opened?.vault !== found.vault) found.vault.close();
    return currentVault();
  }
  setOpened({ ...found, userId });
  if (found.entry.passkeys.length > 0)
    void import('./removedPasskeys.ts')
      .then(({ withoutRemovedPasskeys }) => withoutRemovedPasskeys(browserKeyring(), found.entry, userId))
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
  if (!vault || (await browserKeyring().entries()).some((entry) => entry.vaultId === vault.id)) return vault;
  await lockVault();
  await browserKeyring().shred(vault.id);
  return vaultWhenReady(bound);
}

/** Uses a vault that was opened without the server, and begins a session over it. */
export function adoptUnlocked(found: OpenedVault, identity: Identity): void {
  opened?.vault.close();
  setOpened({ ...found, userId: identity.profile.userId });
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
  dropKeyAhead();
  // An opening in progress has no effect from here on, and later callers do not wait for it.
  opening = null;
  opened?.vault.close();
  setOpened(null);
  vaultChange.emit();
}

/** The device whose log-out the server has already confirmed, with the tokens of its session. */
let toldEnded: DeviceId | null = null;

/** Destroys the key wraps first, then the data, of the person signed in. Their other tabs learn of it from the log-out itself. */
async function shredVault(remembered: string | null = null): Promise<void> {
  const vaultId = opened?.vault.id ?? remembered ?? tokens().current()?.vaultId;
  await lockVault();
  if (!vaultId) return;
  const entries = await browserKeyring()
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
    if (vaultId !== null) await browserKeyring().endRecords(vaultId);
  },
  endNotices: (remembered) => endNotices(opened?.vault.id ?? remembered),
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
    browserKeyring()
      .keepIdentity(opened.vault, identity)
      .catch(() => undefined);
});
