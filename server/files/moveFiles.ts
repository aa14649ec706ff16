import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { backlog } from '../db/backlog.ts';
import type { ObjectStore } from '../db/objectStore.ts';
import { type Access, type Db, statement } from '../db/pool.ts';
import { keyFor, seal } from '../http/serverKey.ts';
import { type Worker, startWorker } from '../process/worker.ts';
import { type FileTable, fileTables } from './fileTables.ts';
import { FileDamaged, readObject } from './storedFile.ts';

const everyMs = 60_000;
/** How many files are moved at once. They are in memory three times: as read, sealed, and read back. */
const atOnce = { files: 8, bytes: 16_000_000 };

export const filePlaces = ['database', 'store'] as const;
export type FilePlace = (typeof filePlaces)[number];

backlog('stored_file', {
  rows: 'file_objects where delete_after < now()',
  order: 'delete_after',
  since: 'created_at',
  due: "case when delete_after > '-infinity' then delete_after else created_at end",
});

const setPlace = statement('files.setPlace', 'update file_place set place = $place');
/** Says where files belong; `moveFiles` brings them there. */
export const placeFiles = (db: Db, place: FilePlace): Promise<unknown> => db.run(setPlace, { place });

const getPlace = statement(
  'files.getPlace',
  'select place from file_place',
  v.object({ place: v.picklist(filePlaces) }),
);
export const placeOfFiles = async (db: Db): Promise<FilePlace> => (await db.one(getPlace)).place;

/** One process at a time moves files. Several would lose nothing, but do the same work. */
const claim = statement(
  'files.claim',
  `update file_place set lease = gen_random_uuid(), leased_until = now() + interval '2 minutes' where leased_until < now() returning place, lease`,
  v.object({ place: v.picklist(filePlaces), lease: v.string() }),
);
const extend = statement(
  'files.extend',
  `update file_place set leased_until = now() + interval '2 minutes' where lease = $lease::uuid and place = $place`,
);
const release = statement(
  'files.release',
  `update file_place set leased_until = '-infinity' where lease = $lease::uuid`,
);

const begin = statement(
  'files.begin',
  `insert into file_objects (id, byte_count, delete_after) values ($objectId, $bytes, now() + interval '1 hour')`,
);
/** Locks the object until the row has it, so that nobody deletes it meanwhile. */
const keep = statement(
  'files.keep',
  'update file_objects set delete_after = null where id = $objectId and delete_after > now()',
);
const drop = statement('files.drop', 'update file_objects set delete_after = now() where id = $objectId');

/** Moves a file to the store. The row gives up its bytes once they were read back from there. */
async function toStore(
  { db, tx }: Access,
  store: ObjectStore,
  { inDatabase }: FileTable,
  id: number,
): Promise<boolean> {
  const row = await db.maybe(inDatabase.read, { id });
  if (row === null) return false;
  const objectId = randomUUID();
  await db.run(begin, { objectId, bytes: row.content.length });
  await store.put(objectId, seal(await keyFor(db, store.serverKeys[0], 'file'), objectId, row.content));
  if (!(await readObject(db, objectId)).equals(row.content))
    throw new FileDamaged(`object ${objectId} has other bytes`);
  return tx(async (within) => {
    if ((await within.run(keep, { objectId })) === 0) return false;
    if ((await within.run(inDatabase.replace, { id, objectId, hash: row.hash })) === 1) return true;
    await within.run(drop, { objectId });
    return false;
  });
}

/** Moves a file into its row. The object is deleted afterwards, as the row no longer has it. */
async function toDatabase({ db }: Access, { inStore }: FileTable, id: number): Promise<boolean> {
  const row = await db.maybe(inStore.read, { id });
  if (row === null) return false;
  const content = await readObject(db, row.objectId);
  return (await db.run(inStore.replace, { id, objectId: row.objectId, content })) === 1;
}

/** As many of the files as may be in hand at once, at least one. */
export function batchOf<File extends { readonly bytes: number }>(files: readonly File[]): readonly File[] {
  let bytes = 0;
  return files.slice(0, atOnce.files).filter((file, place) => (bytes += file.bytes) <= atOnce.bytes || place === 0);
}

export interface Moved {
  readonly place: FilePlace;
  readonly moved: number;
  /** Files that stay where they are, because the store gives something else than was put there. */
  readonly damaged: number;
  /** False: it was stopped, or somebody has said meanwhile that files belong elsewhere. */
  readonly isDone: boolean;
}

/** Moves all files to where they belong. Null: another process is doing it. Throws where the store fails; what was moved stays moved. */
export async function moveFiles(access: Access, store: ObjectStore, isStopped = () => false): Promise<Moved | null> {
  const { db } = access;
  const claimed = await db.maybe(claim);
  if (claimed === null) return null;
  const { place, lease } = claimed;
  let [moved, damaged] = [0, 0];
  const move = async (table: FileTable, id: number): Promise<void> => {
    try {
      if (await (place === 'store' ? toStore(access, store, table, id) : toDatabase(access, table, id))) moved += 1;
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error;
      damaged += 1;
    }
  };
  try {
    for (const table of fileTables()) {
      const { next } = place === 'store' ? table.inDatabase : table.inStore;
      let after = 0;
      for (;;) {
        const batch = batchOf(await db.many(next, { after }));
        const last = batch.at(-1);
        if (last === undefined) break;
        if (isStopped() || (await db.run(extend, { lease, place })) === 0)
          return { place, moved, damaged, isDone: false };
        const outcomes = await Promise.allSettled(batch.map(({ id }) => move(table, id)));
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
        after = last.id;
      }
    }
    return { place, moved, damaged, isDone: true };
  } finally {
    await db.run(release, { lease });
  }
}

/** Nobody can give one of these to a row any more. */
const claimDeleted = statement(
  'files.claimDeleted',
  `update file_objects set delete_after = '-infinity' where id = any(array(
     select id from file_objects where delete_after < now() order by delete_after limit 50 for update skip locked)) returning id`,
  v.object({ id: v.string() }),
);
const forget = statement('files.forget', 'delete from file_objects where id = any($ids::uuid[])');

/** Deletes objects that no row has, 50 at most; gives how many. */
export async function deleteObjects(db: Db, store: ObjectStore): Promise<number> {
  const ids = (await db.many(claimDeleted)).map(({ id }) => id);
  await Promise.all(ids.map((id) => store.remove(id)));
  if (ids.length > 0) await db.run(forget, { ids });
  return ids.length;
}

/** Moves files to where they belong, and deletes objects whose rows are gone. */
export function startMovingFiles(access: Access, store: ObjectStore, log: Logger): Pick<Worker, 'stop'> {
  let stopped = false;
  const worker = startWorker({
    job: 'stored_file',
    everyMs,
    log,
    what: 'files are not moved to or from their store, or not deleted there',
    work: async () => {
      if ((await deleteObjects(access.db, store)) > 0) return true;
      const done = await moveFiles(access, store, () => stopped);
      if (done === null || done.damaged === 0) return false;
      log.error({ damaged: done.damaged }, 'files in the store are missing or altered: see "admin files check"');
      return 'failed';
    },
  });
  return {
    stop() {
      stopped = true;
      return worker.stop();
    },
  };
}
