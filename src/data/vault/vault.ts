import * as v from 'valibot';
import { randomId } from '../randomId.ts';
import { type Bytes, bytesOf, hiddenPlace, seal, SealedSchema, unseal, type VaultKeys } from './crypto.ts';
import { type Rows, WrittenByNewerVersion } from './rows.ts';

/** Increases when the stored form changes. An older app does not touch newer rows (faults, 11). */
const schemaVersion = 1;

const RowVersion = v.looseObject({ v: v.number() });
const Row = v.object({
  v: v.literal(schemaVersion),
  /** The write lease, under its stored name. A new owner stores its own, and writes under the old one are refused from then on. */
  claim: v.nullable(v.string()),
  /** Null: leased, and nothing written yet. */
  sealed: v.nullable(SealedSchema),
});
type Row = v.InferOutput<typeof Row>;
const Content = v.object({ place: v.string(), value: v.unknown() });

/** The right to write one place, until another writer takes it. */
export type WriteLease = string & { readonly writeLease: true };
const WriteLeaseSchema = v.custom<WriteLease>((value) => typeof value === 'string');

function rowOf(stored: unknown): Row | null {
  if (stored === undefined || stored === null) return null;
  const version = v.safeParse(RowVersion, stored);
  if (version.success && version.output.v > schemaVersion) throw new WrittenByNewerVersion();
  const row = v.safeParse(Row, stored);
  return row.success ? row.output : null;
}

/** An open vault: encrypted places in a table whose names and keys reveal nothing. */
export interface Vault {
  readonly id: string;
  /** Its working keys, which cannot be exported; null once it is closed. For its offline copy and for other tabs of this browser. */
  keys(): VaultKeys | null;
  read(place: string): Promise<unknown>;
  /** Gives one writer the lease of a place and the stored value; earlier leases end. */
  acquireLease(place: string): Promise<{ readonly lease: WriteLease; readonly value: unknown }>;
  /** Writes if the lease is valid; `lost`: another writer has the place, `gone`: the row no longer exists. Durable when it resolves. */
  write(place: string, lease: WriteLease | null, value: unknown): Promise<'written' | 'lost' | 'gone'>;
  /** Removes if the lease is still valid; true when it was. */
  remove(place: string, lease: WriteLease | null): Promise<boolean>;
  /** Stores bytes without a lease, for what is written once. Durable when it resolves; `remove` deletes them. */
  keepBytes(place: string, bytes: Bytes): Promise<void>;
  /** Null when there are none or they cannot be read. */
  bytesAt(place: string): Promise<Bytes | null>;
  /** Every readable value of a leased place with this prefix. A damaged row is left out and not touched. */
  list(prefix: string): Promise<readonly { readonly place: string; readonly value: unknown }[]>;
  /** Removes the keys; nothing can be read or written afterwards. */
  close(): void;
}

const decoder = new TextDecoder();

/** Opens a vault with its keys. Reads and writes reject with `StorageRefused` or `WrittenByNewerVersion`. */
export function openWithKeys(id: string, rows: Rows, openedKeys: VaultKeys): Vault {
  let open: VaultKeys | null = openedKeys;
  const keys = (): VaultKeys => {
    if (!open) throw new Error('the vault is closed');
    return open;
  };
  const names = new Map<string, string>();
  /** The same place is written with every keystroke, so its name is derived once. */
  async function nameOf(place: string): Promise<string> {
    const name = names.get(place) ?? (await hiddenPlace(keys(), place));
    names.set(place, name);
    return name;
  }
  const additional = (name: string) => `${id}|${name}|${schemaVersion}`;

  async function contentOf(name: string, row: Row | null): Promise<v.InferOutput<typeof Content> | null> {
    if (!row?.sealed) return null;
    const plain = await unseal(keys().records, additional(name), row.sealed);
    if (!plain) return null;
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Content), decoder.decode(plain));
    plain.fill(0);
    return parsed.success ? parsed.output : null;
  }

  const holds = (row: Row | null, lease: WriteLease | null) =>
    (lease === null ? (row?.claim ?? null) : row?.claim) === lease;

  return {
    id,
    keys: () => open,
    async read(place) {
      const name = await nameOf(place);
      return (await contentOf(name, rowOf(await rows.get(name))))?.value;
    },
    async acquireLease(place) {
      const name = await nameOf(place);
      const lease = v.parse(WriteLeaseSchema, randomId());
      let standing: Row | null = null;
      await rows.change(name, (stored) => {
        standing = rowOf(stored);
        return { kind: 'put', row: { v: schemaVersion, sealed: null, ...standing, claim: lease } satisfies Row };
      });
      return { lease, value: (await contentOf(name, standing))?.value };
    },
    async write(place, lease, value) {
      const name = await nameOf(place);
      const plain = bytesOf(JSON.stringify({ place, value }));
      const sealed = await seal(keys().records, additional(name), plain);
      plain.fill(0);
      let outcome: 'written' | 'lost' | 'gone' = 'gone';
      await rows.change(name, (stored) => {
        const row = rowOf(stored);
        outcome = holds(row, lease) ? 'written' : row === null ? 'gone' : 'lost';
        return outcome === 'written'
          ? { kind: 'put', row: { v: schemaVersion, claim: lease, sealed } satisfies Row }
          : { kind: 'leave' };
      });
      return outcome;
    },
    async remove(place, lease) {
      const name = await nameOf(place);
      let removed = false;
      await rows.change(name, (stored) => {
        removed = holds(rowOf(stored), lease);
        return removed ? { kind: 'remove' } : { kind: 'leave' };
      });
      return removed;
    },
    async keepBytes(place, bytes) {
      const name = await nameOf(place);
      const sealed = await seal(keys().records, additional(name), bytes);
      await rows.change(name, () => ({ kind: 'put', row: { v: schemaVersion, claim: null, sealed } satisfies Row }));
    },
    async bytesAt(place) {
      const name = await nameOf(place);
      const row = rowOf(await rows.get(name));
      return row?.sealed ? unseal(keys().records, additional(name), row.sealed) : null;
    },
    async list(prefix) {
      const found: { place: string; value: unknown }[] = [];
      for (const [name, stored] of await rows.entries()) {
        const row = readable(stored);
        if (row?.claim === null) continue;
        const content = await contentOf(name, row);
        if (content?.place.startsWith(prefix)) found.push(content);
      }
      return found;
    },
    close() {
      open = null;
      names.clear();
      rows.close();
    },
  };
}

/** Parses a row of this version; in a list, a newer row is skipped. */
function readable(stored: unknown): Row | null {
  try {
    return rowOf(stored);
  } catch {
    return null;
  }
}
