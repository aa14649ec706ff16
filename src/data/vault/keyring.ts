import { Capabilities, DeviceId, PatientId, Representation, UserProfile } from '@portal/api';
import * as v from 'valibot';
import { firstPatient } from '../firstPatient.ts';
import type { Identity } from '../profile.ts';
import { randomId } from '../randomId.ts';
import {
  type Bytes,
  deviceWrapKey,
  passwordRounds,
  passwordWrapKey,
  randomBytes,
  seal,
  type Sealed,
  unseal,
  vaultKeys,
} from './crypto.ts';
import { type OpenRows, type Rows, StorageRefused, WrittenByNewerVersion } from './rows.ts';
import { openWithKeys, type Vault } from './vault.ts';

/** Vaults that one browser keeps at most; a shared computer must not fill up with them. */
const mostVaults = 5;
const unusedAfter = 30 * 24 * 60 * 60 * 1000;

const BytesSchema = v.custom<Bytes>(
  (value) => value instanceof Uint8Array && value.buffer instanceof ArrayBuffer,
  'bytes',
);
const SealedSchema = v.object({ iv: BytesSchema, data: BytesSchema });

/** One vault as it stands in clear: random names and wrapped keys, nothing about its user. */
const Entry = v.object({
  v: v.literal(1),
  deviceId: DeviceId,
  /** Milliseconds by the device's clock; only for choosing which vault goes when there are too many. */
  usedAt: v.number(),
  device: v.nullable(SealedSchema),
  password: v.nullable(
    v.object({ salt: BytesSchema, rounds: v.pipe(v.number(), v.minValue(1)), sealed: SealedSchema }),
  ),
});
type StoredEntry = v.InferOutput<typeof Entry>;
export type KeyringEntry = StoredEntry & { readonly vaultId: string };

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface KeyringEnvironment {
  readonly openRows: OpenRows;
  readonly wall: () => number;
  readonly rounds?: number;
}

export interface OpenedVault {
  readonly vault: Vault;
  readonly entry: KeyringEntry;
  readonly identity: Identity | null;
}

const IdentitySchema = v.pipe(
  v.object({
    profile: UserProfile,
    capabilities: Capabilities,
    patientId: v.optional(v.nullable(PatientId), null),
    representations: v.optional(v.array(Representation), []),
  }),
  v.transform((kept) => ({ ...kept, patientId: firstPatient(kept.profile, kept.patientId) })),
);
const identityPlace = 'identity';

/** The vaults of this browser and the two ways into each (rulings, section 5). */
export interface Keyring {
  /** Last used first. */
  entries(): Promise<readonly KeyringEntry[]>;
  /** Makes an empty vault. Rejects with `StorageRefused` when there is no room. */
  create(deviceId: DeviceId, deviceKey: string | null, credentials: Credentials | null): Promise<OpenedVault>;
  /** Null when the key is not the one it was wrapped with. With `credentials`, the password's wrap is made anew. */
  openWithDeviceKey(
    entry: KeyringEntry,
    deviceKey: string,
    credentials: Credentials | null,
  ): Promise<OpenedVault | null>;
  /** Null when name or password is wrong. With `deviceKey`, the device's wrap is made anew. */
  openWithPassword(
    entry: KeyringEntry,
    credentials: Credentials,
    deviceKey: string | null,
  ): Promise<OpenedVault | null>;
  /** Who it belongs to, kept inside it. */
  keepIdentity(vault: Vault, identity: Identity): Promise<void>;
  /** Key wraps first, then data. */
  shred(vaultId: string): Promise<void>;
}

/** Opens the keyring of this browser. */
export function openKeyring({ openRows, wall, rounds = passwordRounds }: KeyringEnvironment): Keyring {
  const registry = openRows('vestibule');

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
    { username, password }: Credentials,
  ): Promise<NonNullable<StoredEntry['password']>> {
    const salt = randomBytes(16);
    const key = await passwordWrapKey(username, password, salt, rounds);
    return { salt, rounds, sealed: await seal(key, `${vaultId}|password`, dataKey) };
  }

  async function save(entry: KeyringEntry): Promise<void> {
    const { vaultId, ...row } = entry;
    await registry.change(vaultId, () => ({ kind: 'put', row }));
  }

  /** What a newer version of the app wrote is left alone, and is no reason to keep the person out of everything else. */
  const unlessNewer = (error: unknown): null => {
    if (error instanceof WrittenByNewerVersion) return null;
    throw error;
  };

  async function readIdentity(vault: Vault): Promise<Identity | null> {
    const parsed = v.safeParse(IdentitySchema, await vault.read(identityPlace).catch(unlessNewer));
    return parsed.success ? parsed.output : null;
  }

  async function openRaw(entry: KeyringEntry, dataKey: Bytes): Promise<OpenedVault> {
    const vault = openWithKeys(entry.vaultId, openRows(entry.vaultId), await vaultKeys(dataKey));
    return { vault, entry, identity: await readIdentity(vault) };
  }

  /** What this opening renews of the entry: failing to is no reason not to open. */
  async function renew(entry: KeyringEntry, change: () => Promise<Partial<StoredEntry>>): Promise<KeyringEntry> {
    try {
      const renewed = { ...entry, ...(await change()), usedAt: wall() };
      await save(renewed);
      return renewed;
    } catch {
      return entry;
    }
  }

  async function shred(vaultId: string): Promise<void> {
    await registry.change(vaultId, () => ({ kind: 'remove' }));
    await openRows(vaultId).destroy();
  }

  async function makeRoom(): Promise<void> {
    const standing = await entries();
    let excess = standing.length - mostVaults + 1;
    for (const entry of standing.reverse()) {
      if (excess <= 0) return;
      // Someone's unsent answers are never thrown away to make room for another, until they have been left alone for long.
      const kept = wall() - entry.usedAt < unusedAfter && (await rowCount(openRows(entry.vaultId))) > 1;
      if (kept) continue;
      await shred(entry.vaultId);
      excess -= 1;
    }
    if (excess > 0) throw new StorageRefused(new Error('too many vaults'));
  }

  return {
    entries,
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
          password: credentials === null ? null : await passwordWrap(vaultId, dataKey, credentials),
        };
        await save(entry);
        return await openRaw(entry, dataKey);
      } finally {
        dataKey.fill(0);
      }
    },
    async openWithDeviceKey(entry, deviceKey, credentials) {
      if (!entry.device) return null;
      const dataKey = await unseal(await deviceWrapKey(deviceKey), `${entry.vaultId}|device`, entry.device);
      if (!dataKey) return null;
      try {
        const opened = await openRaw(entry, dataKey);
        const renewed = await renew(entry, async () =>
          credentials ? { password: await passwordWrap(entry.vaultId, dataKey, credentials) } : {},
        );
        return { ...opened, entry: renewed };
      } finally {
        dataKey.fill(0);
      }
    },
    async openWithPassword(entry, credentials, deviceKey) {
      if (!entry.password) return null;
      const key = await passwordWrapKey(
        credentials.username,
        credentials.password,
        entry.password.salt,
        entry.password.rounds,
      );
      const dataKey = await unseal(key, `${entry.vaultId}|password`, entry.password.sealed);
      if (!dataKey) return null;
      try {
        const opened = await openRaw(entry, dataKey);
        const renewed =
          deviceKey === null
            ? entry
            : await renew(entry, async () => ({ device: await deviceWrap(entry.vaultId, dataKey, deviceKey) }));
        return { ...opened, entry: renewed };
      } finally {
        dataKey.fill(0);
      }
    },
    async keepIdentity(vault, identity) {
      await vault.write(identityPlace, null, identity).catch(unlessNewer);
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
