import type { DeviceId } from '@portal/api';
import type { Identity } from '../identity.ts';
import { randomId } from '../randomId.ts';
import type { TabLocks } from '../tabs.ts';
import {
  type Bytes,
  deviceWrapKey,
  endProof,
  normalName,
  passkeyWrapKey,
  passwordRounds,
  passwordWrapKey,
  randomBytes,
  seal,
  type Sealed,
  unseal,
  vaultKeys,
  type VaultKeys,
} from './crypto.ts';
import { type KeyringEntry, openKeyringEntries, type StoredEntry } from './keyringEntries.ts';
import { type OfflineCopies, offlineCopies, recordsOf } from './offlineCopies.ts';
import { type OpenRows, type Rows, StorageRefused } from './rows.ts';
import { openWithKeys, type Vault } from './vault.ts';
import { type IdentityInVault, readIdentity, writeIdentity } from './vaultIdentity.ts';

/** Most vaults in one browser, so that a shared computer does not fill up with them. */
const mostVaults = 5;
const unusedAfter = 30 * 24 * 60 * 60 * 1000;

export interface Credentials {
  /** Null: nobody was asked for it. */
  readonly username: string | null;
  readonly password: string;
}

/** A passkey and what its authenticator computes for the vaults of this portal, which never leaves the device. */
export interface PasskeySecret {
  readonly id: string;
  readonly secret: Bytes;
}

interface KeyringEnvironment {
  readonly openRows: OpenRows;
  readonly locks: TabLocks;
  readonly wall: () => number;
  /** Milliseconds by the server's clock where it is known; for what expires. */
  readonly now?: () => number;
  /** The browser's last offline copy is about to be deleted on purpose, so its absence must not look like the browser's doing. */
  readonly onLastRecordsEnd?: () => void;
  /** The server's clock, where it is known. */
  readonly serverTime?: () => number | null;
  readonly rounds?: number;
}

export interface OpenedVault extends IdentityInVault {
  readonly vault: Vault;
  readonly entry: KeyringEntry;
}

/** The vaults of this browser and the two ways to open each (rulings, section 5). */
export interface Keyring extends OfflineCopies {
  /** Last used first, without those that a newer version of the app made. */
  entries(): Promise<readonly KeyringEntry[]>;
  /** True when a newer version of the app made one, which this version does not touch. */
  hasNewer(): Promise<boolean>;
  /** Creates an empty vault. Rejects with `StorageRefused` when there is no room. */
  create(deviceId: DeviceId, deviceKey: string | null, credentials: Credentials | null): Promise<OpenedVault>;
  /** Null when the key is not the one it was wrapped with. With `credentials`, the password's wrap is made again. */
  openWithDeviceKey(
    entry: KeyringEntry,
    deviceKey: string,
    credentials: Credentials | null,
  ): Promise<OpenedVault | null>;
  /** Null when name or password is wrong; a passphrase counts as a password. With `deviceKey`, the device's wrap is made again. */
  openWithPassword(
    entry: KeyringEntry,
    credentials: Credentials,
    deviceKey: string | null,
  ): Promise<OpenedVault | null>;
  /** Opens with the keys that another tab of this browser has. */
  openWithKeys(entry: KeyringEntry, keys: VaultKeys): Promise<OpenedVault>;
  /** Lets a passphrase open the vault on this device. Null when the device key is not the one it was wrapped with. */
  setPassphrase(entry: KeyringEntry, deviceKey: string, passphrase: string): Promise<KeyringEntry | null>;
  /** Lets a passkey open the vault, by the secret of its authenticator. Null when the device key is not the one it was wrapped with. */
  setPasskey(entry: KeyringEntry, deviceKey: string, passkey: PasskeySecret): Promise<KeyringEntry | null>;
  /** Null when this passkey does not open it. */
  openWithPasskey(entry: KeyringEntry, passkey: PasskeySecret): Promise<OpenedVault | null>;
  /** From now on no other passkeys than these open the vault. */
  keepPasskeys(entry: KeyringEntry, ids: readonly string[]): Promise<KeyringEntry>;
  /** Notes that the person was asked whether to keep an offline copy here. */
  noteAsked(entry: KeyringEntry): Promise<KeyringEntry>;
  /** The person was told that the offline copy has expired. */
  noteExpiryTold(entry: KeyringEntry): Promise<KeyringEntry>;
  /** Stores in the vault whose it is. */
  keepIdentity(vault: Vault, identity: Identity): Promise<void>;
  /** Destroys the key wraps first, then the data. */
  shred(vaultId: string): Promise<void>;
}

const passkeyPlace = ({ vaultId }: KeyringEntry, id: string): string => `${vaultId}|passkey|${id}`;

/** Opens the keyring of this browser. */
export function openKeyring({
  openRows,
  locks,
  wall,
  now = wall,
  serverTime = () => null,
  onLastRecordsEnd = () => undefined,
  rounds = passwordRounds,
}: KeyringEnvironment): Keyring {
  const entries = openKeyringEntries(openRows);
  const changeBy = async (
    entry: KeyringEntry,
    partOf: (standing: StoredEntry) => Partial<StoredEntry>,
  ): Promise<KeyringEntry> => (await entries.change(entry.vaultId, partOf)) ?? entry;
  const change = (entry: KeyringEntry, part: Partial<StoredEntry>): Promise<KeyringEntry> =>
    changeBy(entry, () => part);
  const copies = offlineCopies({ openRows, entries, locks, now, serverTime, onLastRecordsEnd });

  const deviceWrap = async (vaultId: string, dataKey: Bytes, deviceKey: string): Promise<Sealed> =>
    seal(await deviceWrapKey(deviceKey), `${vaultId}|device`, dataKey);

  async function passwordWrap(
    vaultId: string,
    dataKey: Bytes,
    password: string,
    kind: 'password' | 'passphrase' = 'password',
  ): Promise<NonNullable<StoredEntry['password']>> {
    const salt = randomBytes(16);
    const key = await passwordWrapKey(null, password, salt, rounds);
    return { kind, salt, rounds, sealed: await seal(key, `${vaultId}|password`, dataKey) };
  }

  /** Reads whose an open vault is. */
  const known = async (vault: Vault, entry: KeyringEntry): Promise<OpenedVault> => ({
    vault,
    entry,
    ...(await readIdentity(vault, now())),
  });

  async function openRaw(entry: KeyringEntry, dataKey: Bytes): Promise<OpenedVault> {
    return known(openWithKeys(entry.vaultId, openRows(entry.vaultId), await vaultKeys(dataKey)), entry);
  }

  /** Does something with the data key; null when the device key is not the one it was wrapped with. */
  async function withDataKey<T>(
    { vaultId, device }: KeyringEntry,
    deviceKey: string,
    work: (dataKey: Bytes) => Promise<T>,
  ): Promise<T | null> {
    const dataKey = device && (await unseal(await deviceWrapKey(deviceKey), `${vaultId}|device`, device));
    if (!dataKey) return null;
    try {
      return await work(dataKey);
    } finally {
      dataKey.fill(0);
    }
  }

  /** Renews parts of the entry after an opening. A failure must not prevent the opening. */
  async function renew(entry: KeyringEntry, renewal: () => Promise<Partial<StoredEntry>>): Promise<KeyringEntry> {
    try {
      return await change(entry, { ...(await renewal()), usedAt: wall() });
    } catch {
      return entry;
    }
  }

  async function shred(vaultId: string): Promise<void> {
    await copies.noteRecordsEnd(vaultId);
    try {
      await entries.remove(vaultId);
    } finally {
      // This also runs when the wraps could not be removed, so that there is nothing left that they would open.
      await Promise.all([openRows(vaultId).destroy(), openRows(recordsOf(vaultId)).destroy()]);
    }
  }

  async function makeRoom(): Promise<void> {
    const standing = await entries.all();
    let excess = standing.length - mostVaults + 1;
    for (const entry of standing.reverse()) {
      if (excess <= 0) return;
      // A vault with somebody's unsent answers is deleted to make room only after it has not been used for long.
      const kept = wall() - entry.usedAt < unusedAfter && (await rowCount(openRows(entry.vaultId))) > 1;
      if (kept) continue;
      await shred(entry.vaultId);
      excess -= 1;
    }
    if (excess > 0) throw new StorageRefused(new Error('too many vaults'));
  }

  return {
    ...copies,
    entries: () => entries.all(),
    hasNewer: () => entries.hasNewer(),
    async create(deviceId, deviceKey, credentials) {
      await makeRoom();
      const vaultId = randomId();
      const dataKey = randomBytes(32);
      try {
        const entry: KeyringEntry = {
          v: 1,
          vaultId,
          deviceId,
          usedAt: wall(),
          device: deviceKey === null ? null : await deviceWrap(vaultId, dataKey, deviceKey),
          password: credentials === null ? null : await passwordWrap(vaultId, dataKey, credentials.password),
          passkeys: [],
          records: null,
          wasAsked: false,
          hasExpired: false,
          endProof: deviceKey === null ? null : await endProof(deviceKey),
        };
        await entries.save(entry);
        return await openRaw(entry, dataKey);
      } finally {
        dataKey.fill(0);
      }
    },
    openWithDeviceKey: (entry, deviceKey, credentials) =>
      withDataKey(entry, deviceKey, async (dataKey) => {
        const opened = await openRaw(entry, dataKey);
        const renewed = await renew(entry, async () => ({
          ...(credentials ? { password: await passwordWrap(entry.vaultId, dataKey, credentials.password) } : {}),
          endProof: await endProof(deviceKey),
        }));
        return { ...opened, entry: renewed };
      }),
    async openWithPassword(entry, credentials, deviceKey) {
      if (!entry.password) return null;
      const { kind, salt, rounds: rounded, sealed } = entry.password;
      const { username, password } = credentials;
      const key = await passwordWrapKey(kind === 'named' ? (username ?? '') : null, password, salt, rounded);
      const dataKey = await unseal(key, `${entry.vaultId}|password`, sealed);
      if (!dataKey) return null;
      try {
        const opened = await openRaw(entry, dataKey);
        // Under another username the same password opens nothing, if the server has told the name.
        const owner = opened.identity?.profile.userName ?? '';
        if (username !== null && owner !== '' && normalName(owner) !== normalName(username)) {
          opened.vault.close();
          return null;
        }
        const renewed =
          deviceKey === null
            ? entry
            : await renew(entry, async () => ({
                device: await deviceWrap(entry.vaultId, dataKey, deviceKey),
                endProof: await endProof(deviceKey),
              }));
        return { ...opened, entry: renewed };
      } finally {
        dataKey.fill(0);
      }
    },
    keepIdentity: writeIdentity,
    openWithKeys: (entry, keys) => known(openWithKeys(entry.vaultId, openRows(entry.vaultId), keys), entry),
    setPassphrase: (entry, deviceKey, passphrase) =>
      withDataKey(entry, deviceKey, async (dataKey) =>
        change(entry, { password: await passwordWrap(entry.vaultId, dataKey, passphrase, 'passphrase') }),
      ),
    setPasskey: (entry, deviceKey, { id, secret }) =>
      withDataKey(entry, deviceKey, async (dataKey) => {
        const salt = randomBytes(16);
        const sealed = await seal(await passkeyWrapKey(secret, salt), passkeyPlace(entry, id), dataKey);
        return changeBy(entry, ({ passkeys }) => ({
          passkeys: [...passkeys.filter((one) => one.id !== id), { id, salt, sealed }],
        }));
      }),
    async openWithPasskey(entry, { id, secret }) {
      const wrap = entry.passkeys.find((one) => one.id === id);
      if (wrap === undefined) return null;
      const dataKey = await unseal(await passkeyWrapKey(secret, wrap.salt), passkeyPlace(entry, id), wrap.sealed);
      return dataKey && openRaw(entry, dataKey).finally(() => dataKey.fill(0));
    },
    keepPasskeys: (entry, ids) =>
      changeBy(entry, ({ passkeys }) => ({ passkeys: passkeys.filter(({ id }) => ids.includes(id)) })),
    noteAsked: (entry) => change(entry, { wasAsked: true }),
    noteExpiryTold: (entry) => change(entry, { hasExpired: false }),
    shred,
  };
}

async function rowCount(rows: Rows): Promise<number> {
  try {
    return (await rows.entries()).length;
  } finally {
    rows.close();
  }
}
