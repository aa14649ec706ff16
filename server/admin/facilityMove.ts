import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FacilityId } from '@portal/api';
import type pg from 'pg';
import * as v from 'valibot';
import { migrate } from '../db/migrate.ts';
import { type Db, dbOn, statement } from '../db/pool.ts';
import { onConnection } from '../db/roles.ts';
import { markInUse } from '../audit/seals.ts';
import { StoreUnavailable } from '../db/objectStore.ts';
import { placeFiles, placeOfFiles } from '../files/moveFiles.ts';
import { objectsOf } from '../files/objects.ts';
import { FileDamaged } from '../files/storedFile.ts';
import { auditOperator, command } from './command.ts';
import { type MovingObjects, type Stores, copyObjects, movingObjects } from './facilityFiles.ts';
import { facilitiesNamed, giveUp, haveMoved, moves, noteMove } from './facilityMoveNotes.ts';
import {
  continueNumbers,
  copyRows,
  deleteRows,
  hold,
  release,
  settleQueues,
  sharedWithOthers,
} from './facilityRows.ts';
import { type FacilityTables, facilityTables } from './facilityTables.ts';
import { CommandFailed } from './failure.ts';
import { argumentList, required } from './parameters.ts';
import { counted } from './text.ts';

const takeTurn = statement(
  'facilityMove.takeTurn',
  'select pg_try_advisory_lock(7205305) as taken',
  v.object({ taken: v.boolean() }),
);
const identity = statement(
  'facilityMove.identity',
  "select system_identifier::text || '/' || current_database() as identity from pg_control_system()",
  v.object({ identity: v.string() }),
);
const about = statement(
  'facilityMove.database',
  `select (select string_agg(name, ' ' order by name) from schema_migrations) as migrations,
     exists (select from facilities) or exists (select from audit_events) as "isUsed",
     exists (select from pg_stat_activity where datname = current_database() and application_name = 'vestibule server') as "isServed"`,
  v.object({ migrations: v.string(), isUsed: v.boolean(), isServed: v.boolean() }),
);
const lockTarget = statement(
  'facilityMove.lockTarget',
  'lock table facilities, audit_events in share row exclusive mode',
);
const isForeign = statement(
  'facilityMove.isForeign',
  `select to_regclass('schema_migrations') is null and exists (
     select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as "isForeign"`,
  v.object({ isForeign: v.boolean() }),
);
/** One facility answers for the host names that no facility has. */
const oneDefault = statement(
  'facilityMove.oneDefault',
  `update facilities set is_default = true where id = (select min(id) from facilities) and not exists (select from facilities where is_default)`,
);

interface Database {
  readonly client: pg.Client;
  readonly db: Db;
  /** Its cluster and name. */
  readonly identity: string;
}
interface Going {
  readonly source: Database;
  readonly target: Database;
  readonly tables: FacilityTables;
  readonly facilityIds: readonly FacilityId[];
  readonly moveId: string;
}

async function inTransaction<T>({ client }: Database, begin: string, work: () => Promise<T>): Promise<T> {
  await client.query(begin);
  try {
    return await work();
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function requireApart(
  source: Database,
  tables: FacilityTables,
  facilityIds: readonly FacilityId[],
): Promise<void> {
  const found = await sharedWithOthers(source.client, tables, facilityIds);
  if (found.length > 0)
    throw new CommandFailed(
      `Rows of these facilities belong together with those of others, so move these together or end that first: ${found.join('; ')}.`,
    );
}

function requireUnused({ isUsed, isServed }: { readonly isUsed: boolean; readonly isServed: boolean }): void {
  if (isUsed) throw new CommandFailed('The database of --to is in use: facilities move to a new one only.');
  // They work with the keys that they read at their start, in whose place come those of the old cell.
  if (isServed) throw new CommandFailed('Servers run on the database of --to: stop them until the move has ended.');
}

/** Why these facilities cannot move there; in each case nothing has happened yet. */
async function requirePossible({ source, target, tables, facilityIds }: Going): Promise<void> {
  const [here, there] = [await source.db.one(about), await target.db.one(about)];
  if (here.migrations !== there.migrations)
    throw new CommandFailed('The two databases are of different versions: bring both to that of this command first.');
  requireUnused(there);
  const [key, other] = [await markInUse(source.db), await markInUse(target.db)];
  if (other !== null && key?.equals(other) !== true)
    throw new CommandFailed('Servers with another SERVER_KEY have been on the database of --to: all cells have one.');
  await requireApart(source, tables, facilityIds);
}

/** Copies everything in one transaction of the target: before its commit the facilities live here alone, and after it there. */
async function copy(
  { source, target, tables, facilityIds, moveId }: Going,
  objects: MovingObjects | null,
): Promise<number> {
  await settleQueues(source.client, tables, facilityIds);
  await hold(source.client, tables, facilityIds);
  await requireApart(source, tables, facilityIds);
  if (objects !== null) await copyObjects(objects, 'again');
  const copied = await inTransaction(source, 'begin isolation level repeatable read read only', () =>
    inTransaction(target, 'begin', async () => {
      // Again, now that nobody can begin to use it meanwhile.
      await target.db.run(lockTarget);
      requireUnused(await target.db.one(about));
      const rows = await copyRows(source.client, target.client, tables, facilityIds);
      await continueNumbers(source.client, target.client);
      await target.db.run(oneDefault);
      if (objects !== null) await placeFiles(target.db, await placeOfFiles(source.db));
      await target.db.run(noteMove, {
        facilityIds: [...facilityIds],
        moveId,
        otherDatabase: source.identity,
        state: 'arrived',
      });
      for (const facilityId of facilityIds) await auditOperator(target.db, 'facility.moved', { facilityId });
      return rows;
    }),
  );
  await source.client.query('commit');
  return copied;
}

/** Takes the facilities away here, once they are there. */
async function finish({ source, tables, facilityIds, moveId }: Going): Promise<void> {
  await inTransaction(source, 'begin', async () => {
    await deleteRows(source.client, tables, facilityIds);
    await source.db.run(oneDefault);
    await source.db.run(haveMoved, { moveId });
    await auditOperator(source.db, 'facility.moved', {}, { facilities: facilityIds.join(', ') });
    await source.client.query('commit');
  });
  await release(source.client);
}

/**
 * Waits until no other move works on a database. A move that was killed may still be in its commit: only when its connection is gone is it
 * known on which side the facilities are.
 */
async function awaitTurn({ db }: Database): Promise<void> {
  for (const until = Date.now() + 60_000; !(await db.one(takeTurn)).taken; await wait(200))
    if (Date.now() > until) throw new CommandFailed('Another move of facilities is running.');
}

async function move(
  source: Database,
  target: Database,
  names: readonly string[],
  stores: Stores,
  say: (line: string) => void,
): Promise<readonly string[]> {
  const tables = await facilityTables(source.db);
  const chosen = await facilitiesNamed(source.db, names, await source.db.many(moves), target.identity);
  if (chosen === null) {
    await release(source.client);
    return ['They have moved there already.'];
  }
  const moveId = chosen.moveId ?? randomUUID();
  const going: Going = { source, target, tables, facilityIds: chosen.facilityIds, moveId };
  const hasArrived = (await target.db.many(moves)).some((one) => one.moveId === moveId && one.state === 'arrived');
  let rows: number | null = null;
  if (!hasArrived) {
    let isHeld = chosen.moveId !== null;
    try {
      await requirePossible(going);
      const objects = await movingObjects({ ...going, client: source.client }, stores);
      // Before anything is held, because it may take hours. A move that was killed after that has done it.
      if (objects !== null && !isHeld) {
        const copied = await copyObjects(objects, 'first');
        say(`${counted(copied, 'file', 'files')} copied to the new store. From now on calls of the facilities wait.`);
      }
      isHeld = true;
      await source.db.run(noteMove, {
        facilityIds: [...going.facilityIds],
        moveId,
        otherDatabase: target.identity,
        state: 'moving',
      });
      rows = await copy(going, objects);
    } catch (error) {
      // Nothing is there, because the target's transaction is gone. So they go on living here.
      if (isHeld) {
        await release(source.client);
        await source.db.run(giveUp, { moveId });
      }
      throw error;
    }
    const { command: outcome } = await target.client.query('commit');
    if (outcome !== 'COMMIT') throw new Error('the new database has taken nothing');
  }
  await finish(going);
  return [
    `${names.join(', ')}: moved${rows === null ? '' : `, ${counted(rows, 'row', 'rows')} with the same hashes in both databases`}.`,
    'Now start servers on that database with the same SERVER_KEY, and let the proxy lead their host names there. Their audit log stays here, too.',
  ];
}

export const moveCommand = command({
  name: 'facility move',
  does: 'Moves facilities to a new database, a cell of their own. Their calls are answered with 503 meanwhile, and clients try again; those of others go on. Killed at any moment, it is run again and goes on.',
  page: 'cluster.md',
  parameters: {
    facilities: argumentList('NAME|ID', 'the facilities.'),
    to: required(
      'CELL|DATABASE_URL',
      'the new cell, by its name in the list of CELLS; or its database, as the role that owns it, whose password may be in PGPASSWORD',
    ),
  },
  async run({ facilities, to }, io) {
    const here = io.config();
    const ownerUrl = here.databaseOwnerUrl ?? here.databaseUrl;
    if (ownerUrl === null)
      throw new CommandFailed('facility move needs DATABASE_URL: cells are for databases of their own.');
    const there = /^postgres(ql)?:\/\//.test(to) ? null : io.cell(to).config();
    const toUrl = there === null ? to : (there.databaseOwnerUrl ?? there.databaseUrl ?? '');
    if (there !== null && there.serverKey !== here.serverKey)
      throw new CommandFailed(`The cell ${to} has another SERVER_KEY: all cells have one.`);
    const objects = there && objectsOf(there);
    const settings = there && there.files;
    // Opened as every command does, because that refuses another SERVER_KEY than the servers have.
    return io
      .database(async (pool, { keys }) => {
        const stores = {
          here: pool.db,
          from: here.files,
          to: objects && settings && { settings, objects },
        };
        const on = <T>(url: string, work: (database: Database) => Promise<T>): Promise<T> =>
          onConnection(url, async (client) => {
            const db = dbOn(client, keys.current);
            return work({ client, db, ...(await db.one(identity)) });
          });
        return on(ownerUrl, (source) =>
          on(toUrl, async (target) => {
            if (source.identity === target.identity)
              throw new CommandFailed('--to is the database in which the facilities are.');
            for (const one of [source, target]) await awaitTurn(one);
            if ((await target.db.one(isForeign)).isForeign)
              throw new CommandFailed('The database of --to has tables of something else.');
            await migrate(toUrl, () => Promise.resolve());
            return move(source, target, facilities, stores, (line) => io.out(line));
          }),
        );
      })
      .catch((error: unknown) => {
        if (error instanceof StoreUnavailable) throw new CommandFailed(`Not moved: ${error.message}. Run it again.`);
        if (error instanceof FileDamaged) throw new CommandFailed(`Not moved: ${error.message}. See "files check".`);
        throw error;
      });
  },
});
