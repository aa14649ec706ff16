import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { connectionConfig } from './pool.ts';
import { type Migration, migrations as builtIn } from './schema.ts';

/** Session advisory lock that one migrating server holds; the others wait for it. */
const migrationLock = 7_205_301;
/** A statement that waits for a table makes every later request for that table wait behind it: at most so long. */
const lockTimeoutMs = 500;
/** Between two tries, in which the requests that waited are answered. */
const pauseMs = 1000;
/** Longer than any transaction of a server lasts: see `openPool`. */
const giveUpAfterMs = 120_000;

/** A database that this server must not work on, or one that could not be changed just now. The message is one clear line. */
export class MigrationRefused extends Error {}

export interface MigrateOptions {
  /** Left out: those that are built in. */
  readonly migrations?: readonly Migration[];
  readonly giveUpAfterMs?: number;
}

export interface Migrated {
  /** Names of the files that ran now. */
  readonly ran: readonly string[];
  /** Names of those that a newer version has run and this server does not know; it may work beside it. */
  readonly newer: readonly string[];
}

interface Done {
  readonly name: string;
  readonly checksum: string;
  readonly needs: string | null;
}

/** Migrations before this one are the baseline, or files that it replaced. */
const firstAfterBaseline = '043';
/** `001_core.sql` to `042_check_in.sql`. */
const replacedCount = 37;

/**
 * What a database has run, read with the baseline in mind: one that has run all that the baseline replaced has what it declares, and counts
 * as having run it. Throws where it has run only some of that.
 */
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

/** Throws where a server that knows `known` must not touch a database that has run `done`; gives what is still to run. */
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

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
/** Somebody held a lock for too long, or two waited for each other. */
const wasInTheWay = (error: unknown): boolean => ['55P03', '40P01'].includes(codeOf(error));

/** The statements of a file that is no transaction. None of them may have a semicolon at the end of a line within it. */
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

/** Runs it, again and again where requests of other servers hold what it needs. */
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
 * Brings a database to the schema of this server while others go on working on it, then runs `after` under the same lock (the demo
 * data). Servers that start together take turns. `after` is told whether a newer version has been there: then nothing ran.
 */
export async function migrate(
  databaseUrl: string,
  after: (client: pg.Client, isBehind: boolean) => Promise<void>,
  options: MigrateOptions = {},
): Promise<Migrated> {
  const client = new pg.Client(connectionConfig(databaseUrl));
  // Its statements fail with it; without a listener the process would end as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Asked for again and again: a statement that waits has a snapshot, and an index that is made concurrently would wait for that.
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
    for (const migration of pending) await runBeside(client, migration, options.giveUpAfterMs ?? giveUpAfterMs);
    await client.query('reset lock_timeout');
    await after(client, newer.length > 0);
    return { ran: pending.map(({ name }) => name), newer };
  } finally {
    await client.end().catch(() => undefined);
  }
}
