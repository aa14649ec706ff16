import { Capabilities, DeviceId, PatientId, Representation, UserProfile } from '@portal/api';
import * as v from 'valibot';
import { firstPatient } from '../firstPatient.ts';
import { withoutEndedAccess } from '../endedAccess.ts';
import type { Identity } from '../profile.ts';
import { randomId } from '../randomId.ts';
import { recordsLife } from '../keptRecords/ledger.ts';
import { openRecordStore, type OpenedRecords } from '../keptRecords/recordStore.ts';
import type { TabLocks } from '../tabs.ts';
import {
  type Bytes,
  BytesSchema,
  deviceWrapKey,
  endProof,
  normalName,
  passkeyWrapKey,
  passwordRounds,
  passwordWrapKey,
  randomBytes,
  seal,
  type Sealed,
  SealedSchema,
  unseal,
  vaultKeys,
  type VaultKeys,
} from './crypto.ts';
import { type OpenRows, type Rows, StorageRefused, WrittenByNewerVersion } from './rows.ts';
import { openWithKeys, type Vault } from './vault.ts';

/** Most vaults in one browser, so that a shared computer does not fill up with them. */
const mostVaults = 5;
const unusedAfter = 30 * 24 * 60 * 60 * 1000;

/** One vault's entry, stored in clear: random names and wrapped keys, nothing about its user. */
const Entry = v.object({
  v: v.literal(1),
  deviceId: DeviceId,
  /** Milliseconds by the device's clock. It only decides which vault is deleted when there are too many. */
  usedAt: v.number(),
  device: v.nullable(SealedSchema),
  password: v.nullable(
    v.object({
      salt: BytesSchema,
      rounds: v.pipe(v.number(), v.minValue(1)),
      sealed: SealedSchema,
      /** `named`: of an earlier version, with the username in it. `passphrase`: chosen for this device by somebody without a password. */
      kind: v.optional(v.picklist(['named', 'password', 'passphrase']), 'named'),
    }),
  ),
  /** Passkeys of the person that open it too, by their credential ids, which are random. */
  passkeys: v.optional(v.array(v.object({ id: v.string(), salt: BytesSchema, sealed: SealedSchema })), []),
  /** The key of the offline copy, encrypted with the vault's. Removing it destroys the copy but not the unsent answers. */
  records: v.optional(v.nullable(SealedSchema), null),
  /** The person was asked whether to keep an offline copy here. */
  wasAsked: v.optional(v.boolean(), false),
  /** Proves to the server, without a session, that the device was logged out; null when it never had a key of the server. */
  endProof: v.optional(v.nullable(v.string()), null),
  /** The offline copy was deleted because nobody had signed in for 30 days, and the person does not know it yet. */
  hasExpired: v.optional(v.boolean(), false),
});
const EntryVersion = v.looseObject({ v: v.pipe(v.number(), v.minValue(2)) });
type StoredEntry = v.InferOutput<typeof Entry>;
export type KeyringEntry = StoredEntry & { readonly vaultId: string };

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

export interface KeyringEnvironment {
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

export interface OpenedVault {
  readonly vault: Vault;
  readonly entry: KeyringEntry;
  readonly identity: Identity | null;
  /** The identity is also null when a newer version of the app wrote it. If none did, the browser has deleted what the vault had. */
  readonly isNewer: boolean;
}

const IdentitySchema = v.pipe(
  v.object({
    profile: UserProfile,
    capabilities: Capabilities,
    patientId: v.optional(v.nullable(PatientId), null),
    representations: v.optional(
      v.array(v.object({ ...Representation.entries, rights: v.nullable(Representation.entries.rights) })),
      [],
    ),
  }),
  v.transform((kept) => ({ ...kept, patientId: firstPatient(kept.profile, kept.patientId) })),
);
const identityPlace = 'identity';

/** The vaults of this browser and the two ways to open each (rulings, section 5). */
export interface Keyring {
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
  /** Starts the offline copy. Does nothing when there is one already. */
  beginRecords(opened: OpenedVault): Promise<KeyringEntry>;
  /** The offline copy; null when there is none. Deletes what is left of one that has expired or that the browser has deleted in part. */
  openRecords(opened: OpenedVault): Promise<OpenedRecords | null>;
  /** The person was told that the offline copy has expired. */
  noteExpiryTold(entry: KeyringEntry): Promise<KeyringEntry>;
  /** Deletes the offline copy: its key first, then the data. `lost`: the rest of a copy of which the browser has deleted a part. */
  endRecords(vaultId: string, because?: 'asked' | 'lost'): Promise<void>;
  /** Deletes offline copies, among the tables of these names, of vaults that this browser no longer has; true when there were any. */
  dropOrphans(names: readonly string[]): Promise<boolean>;
  /** Deletes the offline copy of every vault that was not opened for 30 days, without opening one. */
  expireRecords(): Promise<void>;
  /** Stores in the vault whose it is. */
  keepIdentity(vault: Vault, identity: Identity): Promise<void>;
  /** Destroys the key wraps first, then the data. */
  shred(vaultId: string): Promise<void>;
}

const passkeyPlace = ({ vaultId }: KeyringEntry, id: string): string => `${vaultId}|passkey|${id}`;

const recordsEnding = '.records';
/** The table of a vault's offline copy. */
const recordsOf = (vaultId: string): string => `${vaultId}${recordsEnding}`;

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
  const registry = openRows('vestibule', { comesBack: true });

  async function entries(): Promise<KeyringEntry[]> {
    const found: KeyringEntry[] = [];
    for (const [vaultId, stored] of await registry.entries()) {
      const parsed = v.safeParse(Entry, stored);
      if (parsed.success) found.push({ ...parsed.output, vaultId });
    }
    return found.sort((a, b) => b.usedAt - a.usedAt);
  }

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

  async function save(entry: KeyringEntry): Promise<void> {
    const { vaultId, ...row } = entry;
    await registry.change(vaultId, () => ({ kind: 'put', row }));
  }

  /** Changes the stored entry, because another tab may have written it since. */
  async function changeBy(
    entry: KeyringEntry,
    partOf: (standing: StoredEntry) => Partial<StoredEntry>,
  ): Promise<KeyringEntry> {
    let changed = entry;
    await registry.change(entry.vaultId, (stored) => {
      const standing = v.safeParse(Entry, stored);
      // The vault was shredded meanwhile, and must not come back.
      if (!standing.success) return { kind: 'leave' };
      const row = { ...standing.output, ...partOf(standing.output) };
      changed = { ...row, vaultId: entry.vaultId };
      return { kind: 'put', row };
    });
    return changed;
  }
  const change = (entry: KeyringEntry, part: Partial<StoredEntry>): Promise<KeyringEntry> =>
    changeBy(entry, () => part);

  /** Rows of a newer version of the app are not touched, and must not prevent the person from using everything else. */
  const unlessNewer = (error: unknown): null => {
    if (error instanceof WrittenByNewerVersion) return null;
    throw error;
  };

  /** Reads whose an open vault is. */
  async function known(vault: Vault, entry: KeyringEntry): Promise<OpenedVault> {
    const stored = await vault.read(identityPlace).catch(unlessNewer);
    const parsed = v.safeParse(IdentitySchema, stored);
    const identity = parsed.success ? withoutEndedAccess(parsed.output, new Date(now())) : null;
    return { vault, entry, identity, isNewer: stored === null };
  }

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

  async function tellEnd(vaultId: string): Promise<void> {
    const others = (await entries().catch(() => [])).filter((entry) => entry.vaultId !== vaultId);
    if (others.every(({ records }) => records === null)) onLastRecordsEnd();
  }

  async function shred(vaultId: string): Promise<void> {
    await tellEnd(vaultId);
    try {
      await registry.change(vaultId, () => ({ kind: 'remove' }));
    } finally {
      // This also runs when the wraps could not be removed, so that there is nothing left that they would open.
      await Promise.all([openRows(vaultId).destroy(), openRows(recordsOf(vaultId)).destroy()]);
    }
  }

  async function endRecords(vaultId: string, because: 'asked' | 'expired' | 'lost' = 'asked'): Promise<void> {
    if (because !== 'lost') await tellEnd(vaultId);
    const dropKey = () =>
      registry.change(vaultId, (stored) => {
        const entry = v.safeParse(Entry, stored);
        return entry.success
          ? { kind: 'put', row: { ...entry.output, records: null, hasExpired: because === 'expired' } }
          : { kind: 'leave' };
      });
    const isDropped = await dropKey().then(
      () => true,
      () => false,
    );
    // This also runs when the key could not be removed, so that there is nothing left that it would open.
    await openRows(recordsOf(vaultId)).destroy();
    // A full device can store the smaller entry once the data is deleted.
    if (!isDropped) await dropKey();
  }

  const openRecords = async (vaultId: string, recordsKey: Bytes, wasBegun: boolean): Promise<OpenedRecords> =>
    openRecordStore({
      id: recordsOf(vaultId),
      rows: openRows(recordsOf(vaultId)),
      keys: await vaultKeys(recordsKey),
      locks,
      now,
      serverTime,
      wasBegun,
    });

  async function makeRoom(): Promise<void> {
    const standing = await entries();
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
    entries,
    hasNewer: async () => (await registry.entries()).some(([, stored]) => v.safeParse(EntryVersion, stored).success),
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
        await save(entry);
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
    async keepIdentity(vault, identity) {
      await vault.write(identityPlace, null, identity).catch(unlessNewer);
    },
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
    beginRecords: ({ vault, entry }) =>
      // Two tabs that start at once must not each make a key.
      locks.hold(`vestibule-keeping:${entry.vaultId}`, async () => {
        const keys = vault.keys();
        const [standing] = (await entries()).filter(({ vaultId }) => vaultId === entry.vaultId);
        if (keys === null || standing === undefined || standing.records !== null) return standing ?? entry;
        // Data encrypted with an earlier key can never be decrypted again.
        await openRows(recordsOf(entry.vaultId)).destroy();
        const recordsKey = randomBytes(32);
        try {
          // An empty ledger is stored before the key, so that a key without a ledger means that the browser has deleted the ledger.
          const begun = await openRecords(entry.vaultId, recordsKey, false);
          if (begun.kind === 'open') await begun.store.renew().finally(() => begun.store.close());
          return await change(standing, {
            wasAsked: true,
            hasExpired: false,
            records: await seal(keys.records, `${entry.vaultId}|records`, recordsKey),
          });
        } finally {
          recordsKey.fill(0);
        }
      }),
    async openRecords({ vault, entry }) {
      const keys = vault.keys();
      const [standing] = (await entries()).filter(({ vaultId }) => vaultId === entry.vaultId);
      if (keys === null || !standing?.records) return null;
      const recordsKey = await unseal(keys.records, `${entry.vaultId}|records`, standing.records);
      if (!recordsKey) return null;
      const opened = await openRecords(entry.vaultId, recordsKey, true).finally(() => recordsKey.fill(0));
      if (opened.kind === 'expired' || opened.kind === 'lost') await endRecords(entry.vaultId, opened.kind);
      return opened;
    },
    endRecords,
    async dropOrphans(names) {
      const vaultIds = new Set((await registry.entries()).map(([vaultId]) => vaultId));
      const orphans = names.filter(
        (name) => name.endsWith(recordsEnding) && !vaultIds.has(name.slice(0, -recordsEnding.length)),
      );
      await Promise.all(orphans.map((name) => openRows(name).destroy()));
      return orphans.length > 0;
    },
    async expireRecords() {
      for (const entry of await entries())
        if (entry.records !== null && now() - entry.usedAt > recordsLife) await endRecords(entry.vaultId, 'expired');
    },
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
