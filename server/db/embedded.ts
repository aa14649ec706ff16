import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { makeFolder } from '../process/folders.ts';
import { StartRefused } from '../process/startRefused.ts';
import { archiving, type Cluster, ensureRunning, hold, letGo, ownershipLock, startAndHold } from './cluster.ts';
import { layoutOf } from './clusterFolder.ts';
import { stopCluster } from './postmaster.ts';

const databaseName = 'vestibule';

async function ensureDatabase(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.ownerUrlOf('postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) {
      await client.query(`create database ${databaseName}`).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && (error.code === '42P04' || error.code === '23505')))
          throw error;
      });
    }
  } finally {
    await client.end();
  }
}

/** Takes ownership of the folder, or gives its owner. The lock lives as long as the connection, so that must stay open. */
async function own(url: string): Promise<pg.Client | { takenBy: string }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: `vestibule ${process.pid}`,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  for (let tries = 20; ; tries -= 1) {
    // The lock of a server that was just killed remains until PostgreSQL notices that its connection closed.
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      ownershipLock,
    ]);
    if (rows[0]?.taken === true) return client;
    if (tries === 0) break;
    await wait(100);
  }
  const { rows } = await client.query<{ name: string }>(
    "select application_name as name from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and objid = $1 and granted and application_name like 'vestibule %'",
    [ownershipLock],
  );
  await client.end().catch(() => undefined);
  return { takenBy: rows[0]?.name.replace('vestibule ', '') ?? 'unknown' };
}

/** Gives the ownership up before the connection: PostgreSQL may notice later that it has closed. */
async function disown(owner: pg.Client): Promise<void> {
  await owner.query('select pg_advisory_unlock($1)', [ownershipLock]).catch(() => undefined);
  await owner.end().catch(() => undefined);
}

/**
 * In a container or a unit of systemd all processes are killed with the first: PostgreSQL is stopped in time, and a command with it. systemd
 * before 248 does not say which process is the first.
 */
const endsEverything = (): boolean =>
  process.pid === 1 ||
  process.env['SYSTEMD_EXEC_PID'] === String(process.pid) ||
  (process.env['INVOCATION_ID'] !== undefined && process.ppid === 1);

export interface EmbeddedDatabase {
  /** The URL for the server's role. */
  readonly url: string;
  readonly ownerUrl: string;
  /** True if PostgreSQL was found running, because its server had been killed, and was adopted. */
  readonly adopted: boolean;
  /** Process id of the current postmaster. */
  pid(): number;
  /** Stops PostgreSQL, even if it was adopted. A command that still works on it stops it at its end instead. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The data folder; made if it is missing. */
  readonly folder: string;
  /** Where PostgreSQL copies its log to; made if it is missing. */
  readonly walArchive: string | null;
  readonly log: Logger;
  /** One line for the person who starts the server. */
  readonly say: (line: string) => void;
  /** Called when another server has taken over the folder while ours ran. Ours must end. */
  readonly onLost: (line: string) => void;
}

const writable = async (folder: string): Promise<void> => {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    await makeFolder(folder, 0o755);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new StartRefused(
      `Cannot write to the data folder ${folder}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
};

const isArchiving = async (client: pg.Client): Promise<boolean> =>
  (await client.query("select from pg_settings where name = 'archive_mode' and setting <> 'off'")).rowCount === 1;

/** Starts, adopts and restarts the embedded PostgreSQL. Throws `StartRefused` if the folder is unusable or another server runs on it. */
export async function startEmbedded({
  folder: given,
  walArchive,
  log,
  say,
  onLost,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = resolve(given);
  await writable(folder);
  const layout = await layoutOf(folder, say);
  const settings = await archiving(layout, walArchive);
  const start = async (): Promise<{ cluster: Cluster; owner: pg.Client }> => {
    // A command that ends now would otherwise stop it before it is owned.
    const held = await startAndHold(() => ensureRunning(layout, settings));
    try {
      await ensureDatabase(held.cluster);
      const owned = await own(held.cluster.urlOf(databaseName));
      if (owned instanceof pg.Client) return { cluster: held.cluster, owner: owned };
      throw new StartRefused(`Another server (process ${owned.takenBy}) is already running on ${folder}.`);
    } finally {
      await held.holder.end().catch(() => undefined);
    }
  };
  let { cluster, owner } = await start();
  const { adopted } = cluster;
  // A database that outlived its server has the settings of then, and PostgreSQL begins to archive at a start alone.
  if (adopted && (await isArchiving(owner)) !== (walArchive !== null)) {
    await owner.end().catch(() => undefined);
    await stopCluster(cluster.pid);
    ({ cluster, owner } = await start());
  }
  let stopping = false;
  let bringing = Promise.resolve();
  const bringBack = async (): Promise<void> => {
    for (let pause = 50; !stopping; pause = Math.min(pause * 2, 2000)) {
      try {
        cluster = await ensureRunning(layout, settings);
        const again = await own(cluster.urlOf(databaseName));
        if (!(again instanceof pg.Client)) {
          onLost(`Another server (process ${again.takenBy}) has taken over ${folder}.`);
          return;
        }
        owner = again;
        watch();
        log.warn({ pid: cluster.pid }, 'database is back');
        return;
      } catch (error) {
        log.error({ cause: error instanceof Error ? error.message : String(error) }, 'database does not come back yet');
        await wait(pause);
      }
    }
  };
  const watch = (): void => {
    owner.once('end', () => {
      if (stopping) return;
      log.warn('database connection of the owner ended');
      bringing = bringBack();
    });
  };
  watch();
  return {
    url: cluster.urlOf(databaseName),
    ownerUrl: cluster.ownerUrlOf(databaseName),
    adopted,
    pid: () => cluster.pid,
    async stop() {
      stopping = true;
      // A start that has begun would otherwise leave a PostgreSQL that nobody stops. One that replays its log may take longer than a stop has.
      await Promise.race([bringing, wait(30_000, undefined, { ref: false })]);
      const held = await hold(cluster).catch(() => null);
      await disown(owner);
      if (held === null || endsEverything()) await stopCluster(cluster.pid);
      else if (!(await letGo(held))) log.warn('a command still works on the database and stops it at its end');
    },
  };
}
