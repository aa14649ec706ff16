import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { writableHost } from './hosts.ts';
import { connectionConfig } from './pool.ts';
import { type Migration, migrations as builtIn } from './schema.ts';
import { errorCode } from '../process/errorCode.ts';

/** Session advisory lock that the migrating server holds. Other servers wait for it. */
const migrationLock = 7_205_301;
/** The longest that a statement may wait for a table. While it waits, every later request for that table waits behind it. */
const lockTimeoutMs = 500;
/** Pause between two tries, in which the waiting requests are answered. */
const pauseMs = 1000;
/** Longer than any transaction of a server lasts; see `openPool`. */
const giveUpAfterMs = 120_000;

/** The server must not work on this database, or it could not be changed just now. The message is one clear line. */
export class MigrationRefused extends Error {}

export interface MigrateOptions {
  /** Left out: the built-in migrations. */
  readonly migrations?: readonly Migration[];
  readonly giveUpAfterMs?: number;
  /** Hears of each migration that has run, with its milliseconds; not of those that make a new database. */
  readonly onRan?: (name: string, ms: number) => void;
}

export interface Migrated {
  readonly ran: readonly string[];
  /** Names of the migrations that a newer version has run and this server does not know. It may work beside that version. */
  readonly newer: readonly string[];
}

interface Done {
  readonly name: string;
  readonly checksum: string;
  readonly needs: string | null;
}

/** The first migration after the baseline. Earlier names are the baseline or files that it replaced. */
const firstAfterBaseline = '043';
/** The replaced files: `001_core.sql` to `042_check_in.sql`. */
const replacedCount = 37;

/** The migrations that a database has run; the baseline stands for all that it replaced. Throws if only some of those have run. */
export function countBaseline(known: readonly Migration[], done: readonly Done[]): readonly Done[] {
  const baseline = known.filter(({ name }) => name < firstAfterBaseline);
  const kept = done.filter((one) => one.name >= firstAfterBaseline || baseline.some(({ name }) => name === one.name));
  const replaced = done.length - kept.length;
  if (replaced === 0) return kept;
  if (replaced !== replacedCount)
    throw new MigrationRefused(
      `The database is too old for this version: it has run ${replaced} of the ${replacedCount} migrations that this version no longer has one by one. Nothing was changed. First start the last version that has them (001_core.sql to 042_check_in.sql).`,
    );
  return [...kept, ...baseline.filter(({ name }) => kept.every((one) => one.name !== name))];
}

/** Gives the migrations that are still to run. Throws if a server that knows `known` must not touch a database that has run `done`. */
export function compare(
  known: readonly Migration[],
  done: readonly Done[],
): { readonly pending: readonly Migration[]; readonly newer: readonly string[] } {
  const names = new Set(known.map(({ name }) => name));
  const newer = done.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  const needing = done.find(({ needs }) => needs !== null && !names.has(needs));
  if (needing !== undefined)
    throw new MigrationRefused(
      `This version is too old for its database: a newer one has run ${needing.name}, after which only versions that know ${needing.needs ?? ''} can work. Nothing was changed. Start the newer version, or restore the backup from before it.`,
    );
  const ranAs = new Map(done.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of known)
    if (ranAs.has(name) && ranAs.get(name) !== checksum)
      throw new MigrationRefused(`The migration ${name} is not the one that the database has run.`);
  const pending = known.filter(({ name }) => !ranAs.has(name));
  const [first] = pending;
  if (newer.length > 0 && first !== undefined)
    throw new MigrationRefused(
      `The database has run ${newer.join(', ')}, which this version does not know, and not ${first.name}, which it does: it belongs to another line of versions. Nothing was changed. Start a version that knows both.`,
    );
  return { pending, newer };
}

/** Somebody held a lock for too long, or there was a deadlock. */
const wasInTheWay = (error: unknown): boolean => ['55P03', '40P01'].includes(errorCode(error));

/** The statements of a file that does not run as one transaction. No statement may contain a semicolon at the end of a line. */
const statementsOf = (sql: string): readonly string[] =>
  sql
    .split(/;\s*$/m)
    .map((each) => each.replaceAll(/^--.*$/gm, '').trim())
    .filter((each) => each !== '');

const register = (client: pg.Client, { name, checksum }: Done) =>
  client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);

async function run(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql, needs, isOneTransaction } = migration;
  if (!isOneTransaction) for (const each of statementsOf(sql)) await client.query(each);
  await client.query('begin');
  try {
    if (isOneTransaction) await client.query(sql);
    await register(client, migration);
    if (needs !== null) await client.query('update schema_migrations set needs = $1 where name = $2', [needs, name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Runs a migration, and retries while requests of other servers hold the locks that it needs. */
async function runBeside(client: pg.Client, migration: Migration, patienceMs: number): Promise<void> {
  for (const until = Date.now() + patienceMs; ; await wait(pauseMs)) {
    try {
      await run(client, migration);
      return;
    } catch (error) {
      if (!wasInTheWay(error)) throw error;
      if (Date.now() > until)
        throw new MigrationRefused(
          `The migration ${migration.name} waits in vain for a table that something else holds. The servers that run go on as before. End what holds it (a backup, a session in a terminal) and start again.`,
        );
    }
  }
}

async function registered(client: pg.Client): Promise<readonly Done[]> {
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'needs' and not attisdropped",
  );
  const { rows } = await client.query<Done>(
    `select name, checksum, ${rowCount === 0 ? 'null as needs' : 'needs'} from schema_migrations order by name`,
  );
  return rows;
}

/**
 * Brings a database to this server's schema while other servers go on working on it, then runs `after` (the demo data) under the same lock.
 * Servers that start together take turns. `isBehind` says that a newer version has been there; then nothing ran.
 */
export async function migrate(
  databaseUrl: string,
  after: (client: pg.Client, isBehind: boolean) => Promise<void>,
  options: MigrateOptions = {},
): Promise<Migrated> {
  const client = new pg.Client(connectionConfig(await writableHost(databaseUrl)));
  // When the connection fails, its statements fail as well. Without a listener, the error would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Polled: a waiting statement has a snapshot, and an index that is built concurrently would wait for that.
    for (;;) {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
        migrationLock,
      ]);
      if (rows[0]?.taken === true) break;
      await wait(50);
    }
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
    );
    const known = options.migrations ?? builtIn;
    const rows = await registered(client);
    const done = countBaseline(known, rows);
    const { pending, newer } = compare(known, done);
    for (const one of done) if (!rows.includes(one)) await register(client, one);
    await client.query(`set lock_timeout = ${String(lockTimeoutMs)}`);
    for (const migration of pending) {
      const begun = Date.now();
      await runBeside(client, migration, options.giveUpAfterMs ?? giveUpAfterMs);
      if (done.length > 0) options.onRan?.(migration.name, Date.now() - begun);
    }
    await client.query('reset lock_timeout');
    await after(client, newer.length > 0);
    return { ran: pending.map(({ name }) => name), newer };
  } finally {
    await client.end().catch(() => undefined);
  }
}
