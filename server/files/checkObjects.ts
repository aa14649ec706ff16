import * as v from 'valibot';
import type { ObjectStore } from '../db/objectStore.ts';
import { type Db, statement } from '../db/pool.ts';
import { sealBytes } from '../http/serverKey.ts';

/** What was put into the store by a process that was killed before it could say so is at most this old. */
const freshMs = 86_400_000;
const first = '00000000-0000-0000-0000-000000000000';

const rowsAtOnce = 10_000;
const Known = v.object({ id: v.string(), bytes: v.number(), isKept: v.boolean() });
const known = statement(
  'files.known',
  `select id, byte_count as bytes, delete_after is null as "isKept" from file_objects where id > $after::uuid and ($until::uuid is null or id <= $until::uuid) order by id limit ${rowsAtOnce}`,
  Known,
);

/** All rows of a page of the store's list, and as many more as the store has lost there. */
async function* rowsBetween(db: Db, from: string, until: string | null) {
  for (let after: string | undefined = from; after !== undefined;) {
    const rows: readonly v.InferOutput<typeof Known>[] = await db.many(known, { after, until });
    yield* rows;
    after = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id;
  }
}

export interface ObjectCheck {
  readonly found: number;
  readonly bytes: number;
  /** Objects that a row has and the store has not. */
  readonly missing: readonly string[];
  /** Objects that the database does not know, at least a day old. */
  readonly orphans: readonly string[];
}

/** Compares the store with the database, in the order of ids, a page of the store's list at a time. */
export async function checkObjects(db: Db, store: ObjectStore): Promise<ObjectCheck> {
  let [found, bytes] = [0, 0];
  const missing: string[] = [];
  const orphans: string[] = [];
  for (let after: string | null = first; after !== null;) {
    const { objects, next } = await store.list(after);
    const unknown = new Map(objects.map(({ id, storedAt }) => [id, storedAt]));
    for await (const row of rowsBetween(db, after, next)) {
      const isThere = unknown.delete(row.id);
      if (!row.isKept) continue;
      // It may have been put there since the list was made.
      if (isThere) [found, bytes] = [found + 1, bytes + row.bytes];
      else if ((await store.get(row.id, row.bytes + sealBytes)) === null) missing.push(row.id);
    }
    for (const [id, storedAt] of unknown) if (storedAt.getTime() < Date.now() - freshMs) orphans.push(id);
    after = next;
  }
  return { found, bytes, missing, orphans };
}
