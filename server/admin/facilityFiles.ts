import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { ObjectStore } from '../db/objectStore.ts';
import type { Db } from '../db/pool.ts';
import { batchOf } from '../files/moveFiles.ts';
import { isStored } from '../files/objects.ts';
import type { FileSettings } from '../files/s3Store.ts';
import { FileDamaged, readObject } from '../files/storedFile.ts';
import { keyFor, seal } from '../http/serverKey.ts';
import type { FacilityTables } from './facilityTables.ts';
import { CommandFailed } from './failure.ts';

const beforeAllIds = '00000000-0000-0000-0000-000000000000';

/** The objects of facilities in the store of their cell, and the store of the cell to which they move. */
export interface MovingObjects {
  /** On the database of the old cell. */
  readonly client: pg.Client;
  readonly tables: FacilityTables;
  readonly facilityIds: readonly number[];
  /** The same database, with the store of the old cell. */
  readonly here: Db;
  /** The same database, with the store of the new cell. */
  readonly there: Db & { readonly objects: ObjectStore };
}

/** The stores of files of both cells. */
export interface Stores {
  readonly here: Db;
  readonly from: FileSettings | null;
  readonly to: { readonly settings: FileSettings; readonly objects: ObjectStore } | null;
}

type OfFacilities = Pick<MovingObjects, 'client' | 'tables' | 'facilityIds'>;
const ofFacilities = ({ tables, facilityIds }: OfFacilities): string =>
  `from file_objects t where ${tables.owns('file_objects', 't', facilityIds)}`;

/** Whether a file of these facilities is in a store. */
async function haveObjects(of: OfFacilities): Promise<boolean> {
  const { rows } = await of.client.query<{ found: boolean }>(`select exists (select ${ofFacilities(of)}) as found`);
  return rows[0]?.found === true;
}

/** The objects of these facilities as they are now, in the order of their ids, as many at a time as may be in hand. */
async function* batches(of: MovingObjects): AsyncGenerator<readonly { readonly id: string }[]> {
  // One scan for all of them: page by page, PostgreSQL would read whole tables for each.
  await of.client.query(
    `declare moving_objects cursor with hold for select t.id, t.byte_count as bytes ${ofFacilities(of)} order by t.id`,
  );
  for (;;) {
    const { rows } = await of.client.query<{ id: string; bytes: number }>('fetch 50 from moving_objects');
    if (rows.length === 0) break;
    for (let rest = rows; rest.length > 0;) {
      const batch = batchOf(rest);
      yield batch;
      rest = rest.slice(batch.length);
    }
  }
  await of.client.query('close moving_objects');
}

const inside = (one: string, other: string): boolean => `${one}/`.startsWith(`${other.replace(/\/$/, '')}/`);

/**
 * Refuses a store that is the old cell's as well, by whatever address: each cell deletes there what its own database does not know. So an
 * object of no meaning must not be found in the other one.
 */
async function requireOwnStore(
  [from, to]: readonly [ObjectStore, ObjectStore],
  [old, other]: readonly [FileSettings | null, FileSettings],
): Promise<void> {
  const id = randomUUID();
  const probe = randomBytes(32);
  await to.put(id, probe);
  const isShared = (await from.get(id, probe.length)) !== null;
  await to.remove(id);
  if (isShared || (old !== null && (inside(old.url, other.url) || inside(other.url, old.url))))
    throw new CommandFailed(
      'The cell of --to has the store of this one, or a folder in it: each cell needs a bucket or a folder of its own, where nothing else is.',
    );
  // Refuses one that has objects of others, or whose key may not list, before hours were spent.
  await to.list(beforeAllIds);
}

/** The objects that move with the facilities; null: they have none. */
export async function movingObjects(
  { client, tables, facilityIds }: OfFacilities,
  { here, from, to }: Stores,
): Promise<MovingObjects | null> {
  const of = { client, tables, facilityIds };
  if (!(await haveObjects(of))) return null;
  if (here.objects === null)
    throw new CommandFailed(
      'Files of these facilities are in a store: set FILES_URL and its keys as the servers have them.',
    );
  if (to === null)
    throw new CommandFailed(
      'Files of these facilities are in a store: name a cell with a FILES_URL of its own in --to, or move them back first with "files move --to database".',
    );
  await requireOwnStore([here.objects, to.objects], [from, to.settings]);
  return { ...of, here, there: { ...here, objects: to.objects } };
}

/** Copies one object, unless it is there already and whole. Sealed anew, because the new cell may not know the keys of before. */
async function bring({ here, there }: MovingObjects, id: string): Promise<boolean> {
  const isThere = await readObject(there, id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof FileDamaged) return false;
      throw error;
    },
  );
  if (isThere) return false;
  const content = await readObject(here, id);
  const { objects } = there;
  await objects.put(id, seal(await keyFor(there, objects.serverKeys[0], 'file'), id, content));
  if (!(await readObject(there, id)).equals(content)) throw new FileDamaged(`object ${id} has other bytes`);
  return true;
}

/** Asks of one id after another, in their order, whether the store lists it. */
async function listOf(store: ObjectStore): Promise<(id: string) => Promise<boolean>> {
  let page = await store.list(beforeAllIds);
  let ids = new Set(page.objects.map((one) => one.id));
  return async (id) => {
    while (page.next !== null && page.next < id) {
      page = await store.list(page.next);
      ids = new Set(page.objects.map((one) => one.id));
    }
    return ids.has(id);
  };
}

/**
 * Copies the objects of the facilities to the store of the new cell; gives how many. The first time while they are in use, each one read back or
 * read where an earlier run has left it; `again`, while nobody may change them, only what the store does not list.
 */
export async function copyObjects(moving: MovingObjects, run: 'first' | 'again'): Promise<number> {
  const isThere = run === 'first' ? () => Promise.resolve(false) : await listOf(moving.there.objects);
  let copied = 0;
  for await (const batch of batches(moving)) {
    const missing: string[] = [];
    for (const { id } of batch) if (!(await isThere(id))) missing.push(id);
    const outcomes = await Promise.allSettled(missing.map((id) => bring(moving, id)));
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') copied += Number(outcome.value);
      // Its row may be gone meanwhile, or have its bytes back.
      else if (await isStored(moving.here, missing[index] ?? '')) throw outcome.reason;
    }
  }
  return copied;
}
