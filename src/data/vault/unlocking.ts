import { readMarker } from '../keptRecords/marker.ts';
import { tokens } from '../http.ts';
import type { Identity } from '../profile.ts';
import { onSignOutHeard } from '../session.ts';
import { browserTabs } from '../tabs.ts';
import { askForKeys } from './handOver.ts';
import { adoptUnlocked, browserKeyring } from './keeper.ts';
import type { Credentials, KeyringEntry, OpenedVault } from './keyring.ts';

/** What there is to unlock on this device, as far as it can be said without opening it. */
export type KeptHere =
  /** One person's records: their password alone opens them, or the passphrase that they chose. */
  | { readonly kind: 'one'; readonly opensWith: 'password' | 'passphrase' }
  /** Whose it is must be said. */
  | { readonly kind: 'some' }
  /** A newer version of the app made all that there is. */
  | { readonly kind: 'newer' }
  /** The browser took away what was kept; `unsent`: answers and messages that were nowhere else. */
  | { readonly kind: 'lost'; readonly unsent: number };

/** The way into the one vault that keeps records, where it needs no name; null where there is none or several. */
function onlyOne(entries: readonly KeyringEntry[]): KeyringEntry | null {
  const [only, another] = entries.filter(({ records, password }) => records !== null && password !== null);
  return only === undefined || another !== undefined || only.password?.kind === 'named' ? null : only;
}

/** True where records were kept that the browser has taken away: what ends them on purpose clears the marker. */
export async function lostHere(): Promise<{ readonly unsent: number } | null> {
  const marker = readMarker();
  if (marker === null) return null;
  const entries = await browserKeyring().entries();
  if (entries.some(({ records, hasExpired }) => records !== null || hasExpired)) return null;
  if (await browserKeyring().hasNewer()) return null;
  return marker;
}

/** Looks at what this device keeps, and deletes what has expired. Never rejects. */
export async function lookAtDevice(): Promise<KeptHere> {
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
    // Storage that cannot be read keeps nothing that could be opened.
    return { kind: 'some' };
  }
}

/** `newer`: the password is right, and only a newer version of the app can read what is behind it; `lost`: the browser has taken that away. */
export type OfflineUnlock =
  | { readonly kind: 'opened'; readonly identity: Identity }
  | { readonly kind: 'noMatch' }
  | { readonly kind: 'newer' }
  | { readonly kind: 'lost'; readonly unsent: number };

/**
 * Opens a vault without a network (rulings, section 5). Wrong name, wrong password and no vault look the same. Without a name, the password
 * is tried on the one vault that keeps records.
 */
export async function unlockOffline({ username, password }: Credentials): Promise<OfflineUnlock> {
  try {
    const entries = await browserKeyring().entries();
    const only = username === null ? onlyOne(entries) : null;
    for (const entry of username === null ? (only === null ? [] : [only]) : entries) {
      const found = await browserKeyring().openWithPassword(entry, { username, password }, null);
      if (found === null) continue;
      const { identity } = found;
      if (identity === null) {
        found.vault.close();
        if (found.isNewer) return { kind: 'newer' };
        const unsent = readMarker()?.unsent ?? 0;
        await browserKeyring().endRecords(entry.vaultId, 'lost');
        return { kind: 'lost', unsent };
      }
      adoptUnlocked(found, identity);
      return { kind: 'opened', identity };
    }
  } catch {
    // Storage that cannot be read keeps nothing that could be opened.
  }
  return { kind: 'noMatch' };
}

/** Opens the vault that another tab of this browser has open, without a password. Null where none has. Never rejects. */
export async function unlockByOtherTab(): Promise<Identity | null> {
  // A log-out that is heard while the keys are on their way ends this, too.
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
    if (identity === null || gone.has(identity.profile.userId)) {
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
