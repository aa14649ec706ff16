import type { ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { exists } from '../process/folders.ts';
import { StartRefused } from '../process/startRefused.ts';
import { type Account, canReach } from './binaries.ts';
import { addressesOf, initialise, type Layout, layoutOf, ownFolder, serverRole } from './clusterFolder.ts';
import { lastLines, mayBePostgres, readPidFile, removeStaleLocks, spawnPostgres, stopCluster } from './postmaster.ts';
import { isUnavailable } from './pool.ts';
import { ensureRole } from './roles.ts';
import { archiveSettings } from './walArchive.ts';

/** For how long a PostgreSQL that keeps exiting is started again. Processes of a killed one may take a while to end. */
const startWithinMs = 20_000;
/** How long a running PostgreSQL may replay its log after a crash before it answers. */
const recoverWithinMs = 600_000;

export interface Cluster {
  readonly ownerUrlOf: (database: string) => string;
  /** The URL of a database in it, as the server's role. */
  readonly urlOf: (database: string) => string;
  /** Process id of its postmaster. */
  readonly pid: number;
  /** True if it was already running. */
  readonly adopted: boolean;
}

const connects = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * Makes sure that a layout's cluster exists and runs: adopts it if it is running (its server was killed), else starts it. Simultaneous
 * starts are safe: PostgreSQL's own lock file lets one through, and the others adopt it.
 */
export async function ensureRunning(layout: Layout, settings: readonly string[]): Promise<Cluster> {
  if (!(await exists(join(layout.cluster, 'PG_VERSION')))) await initialise(layout);
  await ownFolder(layout.sockets, layout.account);
  const address = await addressesOf(layout);
  const before = await readPidFile(layout.cluster);
  let child: ChildProcess | null = null;
  // Asked and not listened for: it may have exited before anybody could listen.
  const isStarting = () => child !== null && child.exitCode === null && child.signalCode === null;
  const begun = Date.now();
  for (let until = begun + startWithinMs; Date.now() < until; await wait(child === null ? 50 : 15)) {
    const file = await readPidFile(layout.cluster);
    if (file !== null && (await mayBePostgres(file.pid, layout.cluster))) {
      if (await connects(address.owner('postgres', file.port))) {
        // The role or its password is missing in a folder from a version with one role, and after a kill before the password was set.
        if (!(await connects(address.server('postgres', file.port))))
          await ensureRole(address.owner('postgres', file.port), serverRole, address.serverPassword);
        return {
          ownerUrlOf: (database) => address.owner(database, file.port),
          urlOf: (database) => address.server(database, file.port),
          pid: file.pid,
          adopted: file.pid === before?.pid && child === null,
        };
      }
      until = Math.min(Date.now() + startWithinMs, begun + recoverWithinMs);
    }
    if (!isStarting()) {
      // It may have exited because another start won, or because processes of a killed one still run: try again.
      if (child !== null) await wait(150);
      await removeStaleLocks(layout);
      child = await spawnPostgres(layout, settings);
    }
  }
  throw new StartRefused(`PostgreSQL does not start in ${layout.cluster}: ${await lastLines(layout.logFile)}`);
}

/** PostgreSQL's settings for an archive of its log, in a folder that it can write. */
export async function archiving({ account }: Layout, folder: string | null): Promise<readonly string[]> {
  if (folder === null) return [];
  await ownFolder(folder, account);
  if (!(await canReach(account, folder)))
    throw new StartRefused(
      `The user "${account?.name ?? ''}", whom PostgreSQL runs as, cannot reach WAL_ARCHIVE (${folder}).`,
    );
  return archiveSettings(folder);
}

/** Where the cluster of a data folder is, whose files it is made of, and what PostgreSQL said last. */
export async function clusterOf(folder: string): Promise<{
  readonly cluster: string;
  readonly account: Account | null;
  readonly isMade: boolean;
  /** All folders that hold something of it, for whoever removes it. */
  readonly folders: readonly string[];
  lastLines(): Promise<string>;
}> {
  const { root, cluster, sockets, logFile, account } = await layoutOf(resolve(folder), () => undefined);
  const isMade = await exists(join(cluster, 'PG_VERSION'));
  return { cluster, account, isMade, folders: [root, sockets, resolve(folder)], lastLines: () => lastLines(logFile) };
}

/** Starts a cluster that several processes share, tests or commands. It has no owner; the last command that uses it stops it, or `stopShared`. */
export async function shareCluster(
  folder: string,
  settings: readonly string[],
  walArchive: string | null = null,
): Promise<Cluster> {
  const layout = await layoutOf(resolve(folder), () => undefined);
  return ensureRunning(layout, [...settings, ...(await archiving(layout, walArchive))]);
}

/**
 * Advisory locks of sessions: a server has the first alone while it owns a cluster. Commands share the second while they use one, and servers while they
 * start and stop; who stops a cluster has it alone.
 */
export const ownershipLock = 7_205_302;
const usersLock = 7_205_303;

/** A cluster that nobody else stops for as long as the connection is open. */
interface HeldCluster {
  readonly cluster: Cluster;
  readonly holder: pg.Client;
}

/** Keeps others from stopping a running cluster. Waits while somebody stops it, and fails then. */
export async function hold(cluster: Cluster): Promise<HeldCluster> {
  const holder = new pg.Client({ connectionString: cluster.urlOf('postgres'), keepAlive: true });
  holder.on('error', () => undefined);
  try {
    await holder.connect();
    await holder.query('select pg_advisory_lock_shared($1)', [usersLock]);
    return { cluster, holder };
  } catch (error) {
    await holder.end().catch(() => undefined);
    throw error;
  }
}

/** Starts or finds a cluster and holds it. */
export async function startAndHold(start: () => Promise<Cluster>): Promise<HeldCluster> {
  for (const until = Date.now() + startWithinMs; ; await wait(100)) {
    try {
      return await hold(await start());
    } catch (error) {
      // Whoever used it last is stopping it just now.
      if (!isUnavailable(error) || Date.now() > until) throw error;
    }
  }
}

/** Whether no server owns a cluster, and nobody else uses it. From then on others wait until it has stopped. */
async function isLastOn(holder: pg.Client): Promise<boolean> {
  await holder.query('select pg_advisory_unlock_shared($1)', [usersLock]);
  const taken = await holder.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [usersLock]);
  if (taken.rows[0]?.taken !== true) return false;
  const { rowCount } = await holder.query(
    "select from pg_locks where locktype = 'advisory' and objid = $1 and granted",
    [ownershipLock],
  );
  return rowCount === 0;
}

/** Holds a cluster no longer, and stops it if nobody else uses it. False: somebody does. */
export async function letGo({ cluster, holder }: HeldCluster): Promise<boolean> {
  const isLast = await isLastOn(holder).catch(() => false);
  if (isLast) await stopCluster(cluster.pid);
  await holder.end().catch(() => undefined);
  return isLast;
}

/** Runs a command's work on a cluster, started for it if need be. Whoever uses it last stops it. */
export async function onCluster<T>(
  folder: string,
  walArchive: string | null,
  work: (cluster: Cluster) => Promise<T>,
): Promise<T> {
  const held = await startAndHold(() => shareCluster(folder, [], walArchive));
  try {
    return await work(held.cluster);
  } finally {
    await letGo(held);
  }
}

export async function stopShared(folder: string): Promise<void> {
  const { cluster } = await layoutOf(resolve(folder), () => undefined);
  const file = await readPidFile(cluster);
  if (file !== null && (await mayBePostgres(file.pid, cluster))) await stopCluster(file.pid);
}
