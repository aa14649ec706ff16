import { DeviceId } from '@portal/api';
import * as v from 'valibot';
import { BytesSchema, SealedSchema } from './crypto.ts';
import type { OpenRows } from './rows.ts';

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
export type StoredEntry = v.InferOutput<typeof Entry>;
export type KeyringEntry = StoredEntry & { readonly vaultId: string };

/** The entries of all vaults of this browser, as they are stored. */
export interface KeyringEntries {
  /** Last used first, without those that a newer version of the app made. */
  all(): Promise<KeyringEntry[]>;
  hasNewer(): Promise<boolean>;
  /** Of all vaults, those that a newer version made among them. */
  vaultIds(): Promise<ReadonlySet<string>>;
  save(entry: KeyringEntry): Promise<void>;
  /** Changes parts of the stored entry, because another tab may have written it since. Null: the vault was shredded meanwhile. */
  change(vaultId: string, partOf: (standing: StoredEntry) => Partial<StoredEntry>): Promise<KeyringEntry | null>;
  remove(vaultId: string): Promise<void>;
}

export function openKeyringEntries(openRows: OpenRows): KeyringEntries {
  const registry = openRows('vestibule', { comesBack: true });
  return {
    async all() {
      const found: KeyringEntry[] = [];
      for (const [vaultId, stored] of await registry.entries()) {
        const parsed = v.safeParse(Entry, stored);
        if (parsed.success) found.push({ ...parsed.output, vaultId });
      }
      return found.sort((a, b) => b.usedAt - a.usedAt);
    },
    hasNewer: async () => (await registry.entries()).some(([, stored]) => v.safeParse(EntryVersion, stored).success),
    vaultIds: async () => new Set((await registry.entries()).map(([vaultId]) => vaultId)),
    async save({ vaultId, ...row }) {
      await registry.change(vaultId, () => ({ kind: 'put', row }));
    },
    async change(vaultId, partOf) {
      let changed: KeyringEntry | null = null;
      await registry.change(vaultId, (stored) => {
        const standing = v.safeParse(Entry, stored);
        // A vault that was shredded must not come back.
        if (!standing.success) return { kind: 'leave' };
        const row = { ...standing.output, ...partOf(standing.output) };
        changed = { ...row, vaultId };
        return { kind: 'put', row };
      });
      return changed;
    },
    async remove(vaultId) {
      await registry.change(vaultId, () => ({ kind: 'remove' }));
    },
  };
}
