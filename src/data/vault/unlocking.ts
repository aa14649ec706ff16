import { readMarker } from '../keptRecords/marker.ts';
import { tokens } from '../http.ts';
import type { Identity } from '../identity.ts';
import { onSignOutHeard } from '../session.ts';
import { browserTabs } from '../tabs.ts';
import { askForKeys } from './handOver.ts';
import { browserKeyring } from './browserKeyring.ts';
import { adoptUnlocked } from './keeper.ts';
import type { Credentials, OpenedVault } from './keyring.ts';
import type { KeyringEntry } from './keyringEntries.ts';

/** What can be unlocked on this device, as far as that is known without opening it. */
export type UnlockableCopy =
  /** One person's offline copy. It opens with their password alone, or with the passphrase that they chose. */
  | { readonly kind: 'one'; readonly opensWith: 'password' | 'passphrase' }
  /** The username is needed. */
  | { readonly kind: 'some' }
  /** Everything here was made by a newer version of the app. */
  | { readonly kind: 'newer' }
  /** The browser deleted the offline copy; `unsent`: the number of answers and messages that were only here. */
  | { readonly kind: 'lost'; readonly unsent: number };

/** The entry of the only vault with an offline copy, if it opens without a username; null when there is none or several. */
function onlyOne(entries: readonly KeyringEntry[]): KeyringEntry | null {
  const [only, another] = entries.filter(({ records, password }) => records !== null && password !== null);
  return only === undefined || another !== undefined || only.password?.kind === 'named' ? null : only;
}

/** The marker, when there was an offline copy that the browser has deleted; else null. Ending a copy on purpose clears the marker. */
export async function lostHere(): Promise<{ readonly unsent: number } | null> {
  const marker = readMarker();
  if (marker === null) return null;
  const entries = await browserKeyring().entries();
  if (entries.some(({ records, hasExpired }) => records !== null || hasExpired)) return null;
  if (await browserKeyring().hasNewer()) return null;
  return marker;
}

/** Looks at what this device has, and deletes what has expired. Never rejects. */
export async function lookAtDevice(): Promise<UnlockableCopy> {
  const keyring = browserKeyring();
  try {
    await keyring.expireRecords();
    const entries = await keyring.entries();
    const only = onlyOne(entries);
    if (only !== null)
      return { kind: 'one', opensWith: only.password?.kind === 'passphrase' ? 'passphrase' : 'password' };
    if (entries.length === 0 && (await keyring.hasNewer())) return { kind: 'newer' };
    const lost = await lostHere();
    return lost === null ? { kind: 'some' } : { kind: 'lost', ...lost };
  } catch {
    // A storage that cannot be read has nothing that could be opened.
    return { kind: 'some' };
  }
}

/**
 * `newer`: the password is right, but only a newer app can read the vault. `lost`: the browser has deleted the vault's content. `ended`: the
 * last day of acting for everybody whose records are here is over.
 */
export type OfflineUnlock =
  | { readonly kind: 'opened'; readonly identity: Identity }
  | { readonly kind: 'noMatch' }
  | { readonly kind: 'newer' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'lost'; readonly unsent: number };

/** Goes on with a vault that a password or a passkey has opened. */
export async function continueWithVault(found: OpenedVault): Promise<OfflineUnlock> {
  const { identity, entry } = found;
  if (identity === null) {
    found.vault.close();
    if (found.isNewer) return { kind: 'newer' };
    const unsent = readMarker()?.unsent ?? 0;
    await browserKeyring().endRecords(entry.vaultId, 'lost');
    return { kind: 'lost', unsent };
  }
  if (identity.patientId === null) {
    found.vault.close();
    await browserKeyring().endRecords(entry.vaultId);
    return { kind: 'ended' };
  }
  adoptUnlocked(found, identity);
  return { kind: 'opened', identity };
}

/** Whether a passkey opens a vault of this browser. Never rejects. */
export const hasPasskeyHere = (): Promise<boolean> =>
  browserKeyring()
    .entries()
    .then(
      (entries) => entries.some(({ passkeys }) => passkeys.length > 0),
      () => false,
    );

/**
 * Opens a vault without a network (rulings, section 5). Wrong name, wrong password and no vault look the same. Without a name, the password
 * is tried on the only vault with an offline copy.
 */
export async function unlockOffline({ username, password }: Credentials): Promise<OfflineUnlock> {
  try {
    const entries = await browserKeyring().entries();
    const only = username === null ? onlyOne(entries) : null;
    for (const entry of username === null ? (only === null ? [] : [only]) : entries) {
      const found = await browserKeyring().openWithPassword(entry, { username, password }, null);
      if (found === null) continue;
      return await continueWithVault(found);
    }
  } catch {
    // A storage that cannot be read has nothing that could be opened.
  }
  return { kind: 'noMatch' };
}

/** Opens the vault that another tab of this browser has open, without a password. Null when no tab has one. Never rejects. */
export async function unlockByOtherTab(): Promise<Identity | null> {
  // If another tab reports a log-out while the keys are being handed over, this ends too.
  const gone = new Set<number>();
  const stop = onSignOutHeard((userId) => gone.add(userId));
  let opened: OpenedVault | null = null;
  try {
    const entries = await browserKeyring().entries();
    if (entries.length === 0) return null;
    const handed = await askForKeys(browserTabs, tokens().current()?.vaultId ?? null);
    const entry = entries.find(({ vaultId }) => vaultId === handed?.vaultId);
    if (handed === null || entry === undefined) return null;
    opened = await browserKeyring().openWithKeys(entry, handed.keys);
    const { identity } = opened;
    if (identity === null || identity.patientId === null || gone.has(identity.profile.userId)) {
      opened.vault.close();
      return null;
    }
    adoptUnlocked(opened, identity);
    return identity;
  } catch {
    opened?.vault.close();
    return null;
  } finally {
    stop();
  }
}
