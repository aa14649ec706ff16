import * as v from 'valibot';
import type { ObjectStore } from '../db/objectStore.ts';
import { type Db, statement } from '../db/pool.ts';
import { sealBytes } from '../http/serverKey.ts';

/** What was put into the store by a process that was killed before it could say so is at most this old. */
const freshMs = 86_400_000;
const first = '00000000-0000-0000-0000-000000000000';

const known = statement(
  'files.known',
  `select id, byte_count as bytes, delete_after is null as "isKept" from file_objects where id > $after::uuid and ($until::uuid is null or id <= $until::uuid) order by id limit 10000`,
  v.object({ id: v.string(), bytes: v.number(), isKept: v.boolean() }),
);

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
    const rows = new Map((await db.many(known, { after, until: next })).map((row) => [row.id, row]));
    for (const { id, storedAt } of objects) {
      const row = rows.get(id);
      if (row?.isKept === true) [found, bytes] = [found + 1, bytes + row.bytes];
      if (row === undefined && storedAt.getTime() < Date.now() - freshMs) orphans.push(id);
      rows.delete(id);
    }
    // It may have been put there since the list was made.
    for (const row of rows.values())
      if (row.isKept && (await store.get(row.id, row.bytes + sealBytes)) === null) missing.push(row.id);
    after = next;
  }
  return { found, bytes, missing, orphans };
}
