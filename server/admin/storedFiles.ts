import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
// Every room declares its tables of files.
import '../handlers.ts';
import { type ObjectStore, StoreUnavailable } from '../db/objectStore.ts';
import { type Pool, statement } from '../db/pool.ts';
import { checkObjects } from '../files/checkObjects.ts';
import { type FilePlace, filePlaces, moveFiles, placeFiles } from '../files/moveFiles.ts';
import { type Io, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { flag, required } from './parameters.ts';
import { counted } from './text.ts';

const withStore = <T>(io: Io, work: (pool: Pool, store: ObjectStore) => Promise<T>): Promise<T> =>
  io.database(async (pool) => {
    const store = pool.db.objects;
    if (store === null) throw new CommandFailed('FILES_URL is not set: there is no store.');
    try {
      return await work(pool, store);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw new CommandFailed(`Not finished: ${error.message}.`);
      throw error;
    }
  });

/** How long a process that was killed in mid-move keeps others from it. */
const leaseMs = 120_000;

async function moveAll(pool: Pool, store: ObjectStore, to: FilePlace): Promise<string[]> {
  await placeFiles(pool.db, to);
  for (const until = Date.now() + leaseMs + 10_000; ; await wait(1000)) {
    const done = await moveFiles(pool, store);
    if (done === null && Date.now() < until) continue;
    if (done === null) return [`A server is moving files to the ${to} and goes on.`];
    if (done.place !== to || !done.isDone)
      throw new CommandFailed('Somebody else has meanwhile said that files belong elsewhere.');
    if (done.damaged > 0)
      throw new CommandFailed(
        `${counted(done.moved, 'file')} moved to the ${to}; ${counted(done.damaged, 'file')} not, because the store has them not or altered. See "files check".`,
      );
    return [
      `${counted(done.moved, 'file')} moved to the ${to}; servers move new ones there.`,
      ...(to === 'store' ? [] : ['Servers need FILES_URL until they have deleted the objects, in some ten minutes.']),
    ];
  }
}

const move = command({
  name: 'files move',
  does: 'Moves files (attachments, documents and PDFs) from the database to the store of FILES_URL, or back, while the servers go on working.',
  more: `New files follow by themselves, within a minute of being stored in the database. The command may be killed at any moment and run again:
servers go on in its place, and no file is only under way. Every server needs FILES_URL before files are moved to the store.`,
  page: 'run.md',
  parameters: {
    to: required('store|database', 'where files belong from now on', (text, name) => {
      const place = filePlaces.find((each) => each === text);
      if (place === undefined) throw new NotUnderstood(`${name} is store or database, not "${text}".`);
      return place;
    }),
  },
  run: ({ to }, io) => withStore(io, (pool, store) => moveAll(pool, store, to)),
});

const about = statement(
  'admin.hasFacilities',
  'select exists (select from facilities) as "hasFacilities"',
  v.object({ hasFacilities: v.boolean() }),
);

const check = command({
  name: 'files check',
  does: 'Compares the store of FILES_URL with the database: files that are missing there, and objects that no file has.',
  more: `It reads names and not contents; each file's content is checked whenever it is read. Exit code 1: a file is missing. An object that the
database does not know is from a process that was killed, or of files that were stored after the backup that this database was restored from.`,
  page: 'run.md',
  parameters: {
    removeOrphans: flag(
      'deletes objects that the database does not know; never in a trial with a copy of the database',
    ),
  },
  run: ({ removeOrphans }, io) =>
    withStore(io, async ({ db }, store) => {
      if (removeOrphans && !(await db.one(about)).hasFacilities)
        throw new CommandFailed(
          'This database has no facilities: what is in its store may be of those that are moving here.',
        );
      const { found, bytes, missing, orphans } = await checkObjects(db, store);
      io.out(`${counted(found, 'file')} in the store, ${String(Math.round(bytes / 1_000_000))} MB.`);
      if (orphans.length > 0) {
        if (removeOrphans) for (const id of orphans) await store.remove(id);
        io.out(
          `${counted(orphans.length, 'object')} that the database does not know${removeOrphans ? ': deleted' : ' (--remove-orphans deletes them)'}.`,
        );
      }
      for (const id of missing) io.err(`missing: ${id}`);
      return missing.length > 0 ? 1 : 0;
    }),
});

export const fileCommands = [move, check];
