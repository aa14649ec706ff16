import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chown, link, lstat, open, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Logger } from 'pino';
import { StartRefused } from '../process/startRefused.ts';
import { type Account, type Binaries, canReach, databaseAccount, findBinaries } from './binaries.ts';
import { makeFolder } from '../process/folders.ts';
import { ensureRole } from './roles.ts';
import { archiveSettings } from './walArchive.ts';

const run = promisify(execFile);

/** Session advisory lock that a server holds while it owns a data folder. */
const ownershipLock = 7_205_302;
const databaseName = 'vestibule';
/** Role that owns the database and runs its migrations. */
const superuser = 'vestibule';
/** Role that the server works as. It owns nothing. */
const serverRole = 'vestibule_server';
/** A Unix socket's whole path must stay under 104 bytes on macOS and 108 on Linux. */
const longestSocketFolder = 85;
/** For how long a PostgreSQL that keeps exiting is started again. Processes of a killed one may take a while to end. */
const startWithinMs = 20_000;
/** How long a running PostgreSQL may replay its log after a crash before it answers. */
const recoverWithinMs = 600_000;

interface Layout {
  /** The data folder, or the folder that stands for it if PostgreSQL cannot reach it. */
  readonly root: string;
  /** The cluster's folder, `PGDATA`. */
  readonly cluster: string;
  readonly sockets: string;
  readonly logFile: string;
  readonly account: Account | null;
  readonly binaries: Binaries;
}

/** Where the cluster of a data folder is, and as whom it runs. `say` gets one line if it is outside of the data folder. */
async function layoutOf(folder: string, say: (line: string) => void): Promise<Layout> {
  const account = await databaseAccount(join(folder, 'database'));
  const mark = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const spare = account === null ? folder : '/var/lib/vestibule';
  let root = folder;
  if (!(await canReach(account, folder))) {
    root = join(spare, mark);
    say(
      `The user "${account?.name ?? ''}", whom PostgreSQL runs as, cannot reach ${folder}: the database is kept in ${root}.`,
    );
  }
  await makeFolder(root, 0o755);
  const besideData = join(root, 'sockets');
  const sockets = Buffer.byteLength(besideData) <= longestSocketFolder ? besideData : join('/tmp', `vestibule-${mark}`);
  return {
    root,
    cluster: join(root, 'database'),
    sockets,
    logFile: join(root, 'postgresql.log'),
    account,
    binaries: await findBinaries(account, spare),
  };
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function ownFolder(path: string, account: Account | null): Promise<void> {
  await makeFolder(path, 0o700);
  if (account !== null) await chown(path, account.uid, account.gid);
  const found = await lstat(path);
  if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== (account?.uid ?? process.getuid()))) {
    throw new StartRefused(`${path} belongs to somebody else.`);
  }
}

/** Initialises the cluster in a temporary folder and renames it in one step: neither a kill nor a second start leaves half of it. */
async function initialise({ cluster, account, binaries }: Layout): Promise<void> {
  const half = `${cluster}.new-${randomBytes(4).toString('hex')}`;
  const passwordFile = `${half}.password`;
  const password = randomBytes(24).toString('base64url');
  try {
    await ownFolder(half, account);
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account !== null) await chown(passwordFile, account.uid, account.gid);
    await run(
      binaries.initdb,
      [
        `--pgdata=${half}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      {
        cwd: '/',
        env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
        ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
      },
    );
    await rename(passwordFile, join(half, 'vestibule.password'));
    await rename(half, cluster).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
  }
}

interface PidFile {
  readonly pid: number;
  readonly port: number;
}

async function readPidFile(cluster: string): Promise<PidFile | null> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]) || 5432 } : null;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** False only if the process is certainly not this cluster's: after a restart of the machine, another one may have the same id. */
async function mayBePostgres(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
    // A PostgreSQL process works in its cluster's folder, which tells it from others on the machine. Not every user may read it.
    const place = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    return (line === null || /postgres/.test(line)) && (place === null || place === (await realpath(cluster)));
  }
  if (process.platform === 'win32') return true;
  return run('ps', ['-p', String(pid), '-o', 'command=']).then(
    ({ stdout }) => /postgres/.test(stdout),
    () => true,
  );
}

/** An empty lock file older than this is abandoned: the machine went down before its content reached the disk. */
const emptySinceMs = 2000;

/** Whether a lock file that keeps PostgreSQL from starting belongs to none. PostgreSQL itself removes those of dead processes. */
async function isStale(lockFile: string, cluster: string): Promise<boolean> {
  const [text, found] = await Promise.all([
    readFile(lockFile, 'utf8').catch(() => null),
    stat(lockFile).catch(() => null),
  ]);
  if (text === null || found === null) return false;
  const pid = Number(text.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return Date.now() - found.mtimeMs > emptySinceMs;
  return isAlive(pid) && !(await mayBePostgres(pid, cluster));
}

/** Removes lock files that remain after the machine went down and would stop PostgreSQL from starting until somebody removed them. */
async function removeStaleLocks({ cluster, sockets }: Layout): Promise<void> {
  for (const lockFile of [join(cluster, 'postmaster.pid'), join(sockets, '.s.PGSQL.5432.lock')])
    if (await isStale(lockFile, cluster)) await rm(lockFile, { force: true });
}

const freePort = (): Promise<number> =>
  new Promise((settle, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => settle(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const onLoopback = process.platform === 'win32';

export interface Cluster {
  readonly ownerUrlOf: (database: string) => string;
  /** The URL of a database in it, as the server's role. */
  readonly urlOf: (database: string) => string;
  /** Process id of its postmaster. */
  readonly pid: number;
  /** True if it was already running. */
  readonly adopted: boolean;
}

type Address = (database: string, port: number) => string;
interface Addresses {
  readonly owner: Address;
  readonly server: Address;
  readonly serverPassword: string;
}

/** The passwords of both roles are in the cluster's folder, readable by its user only. The server role's is made here if it is missing. */
async function addressesOf({ cluster, sockets, account }: Layout): Promise<Addresses> {
  const serverFile = join(cluster, 'vestibule.server.password');
  if (!(await exists(serverFile))) {
    const half = `${serverFile}.${randomBytes(4).toString('hex')}`;
    await writeFile(half, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (account !== null) await chown(half, account.uid, account.gid);
    // If two starts make it at once, the second uses the first one's.
    await link(half, serverFile).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(half);
  }
  const [password, serverPassword] = await Promise.all(
    [join(cluster, 'vestibule.password'), serverFile].map(async (file) => (await readFile(file, 'utf8')).trim()),
  );
  const addressAs =
    (role: string, secret = ''): Address =>
    (database, port) =>
      onLoopback
        ? `postgresql://${role}:${secret}@127.0.0.1:${port}/${database}`
        : `postgresql://${role}:${secret}@/${database}?host=${encodeURIComponent(sockets)}&port=${port}`;
  return {
    owner: addressAs(superuser, password),
    server: addressAs(serverRole, serverPassword),
    serverPassword: serverPassword ?? '',
  };
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

async function spawnPostgres(layout: Layout, settings: readonly string[]): Promise<ChildProcess> {
  const { cluster, sockets, logFile, account, binaries } = layout;
  const old = await stat(logFile).catch(() => null);
  if (old !== null && old.size > 5_000_000) await rename(logFile, `${logFile}.old`);
  const log = await open(logFile, 'a', 0o600);
  const place = onLoopback
    ? ['listen_addresses=127.0.0.1', `port=${await freePort()}`, 'unix_socket_directories=']
    : ['listen_addresses=', 'port=5432', `unix_socket_directories=${sockets}`, 'unix_socket_permissions=0700'];
  // Terse errors without their statement keep what patients wrote out of the log file.
  const quiet = ['log_error_verbosity=terse', 'log_min_error_statement=panic', 'log_checkpoints=off'];
  const all = [...place, ...quiet, 'jit=off', 'shared_buffers=64MB', 'max_connections=100', ...settings];
  try {
    const child = spawn(binaries.postgres, ['-D', cluster, ...all.flatMap((setting) => ['-c', setting])], {
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      // A session of its own, so that Ctrl-C reaches only our server, which stops PostgreSQL after its last request.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
    });
    child.unref();
    child.on('error', () => undefined);
    return child;
  } finally {
    await log.close();
  }
}

const lastLines = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8').catch(() => '')).trim().split('\n').slice(-2).join(' ');

/**
 * Makes sure that a layout's cluster exists and runs: adopts it if it is running (its server was killed), else starts it. Simultaneous
 * starts are safe: PostgreSQL's own lock file lets one through, and the others adopt it.
 */
async function ensureRunning(layout: Layout, settings: readonly string[]): Promise<Cluster> {
  if (!(await exists(join(layout.cluster, 'PG_VERSION')))) await initialise(layout);
  await ownFolder(layout.sockets, layout.account);
  const address = await addressesOf(layout);
  const before = await readPidFile(layout.cluster);
  let child: ChildProcess | null = null;
  const running = { exited: false };
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
      if (child !== null && !running.exited) continue;
    }
    if (child === null || running.exited) {
      // It may have exited because another start won, or because processes of a killed one still run: try again.
      if (running.exited) await wait(150);
      running.exited = false;
      await removeStaleLocks(layout);
      child = await spawnPostgres(layout, settings);
      child.once('exit', () => {
        running.exited = true;
      });
      child.once('error', () => {
        running.exited = true;
      });
    }
  }
  throw new StartRefused(`PostgreSQL does not start in ${layout.cluster}: ${await lastLines(layout.logFile)}`);
}

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

/** Asks PostgreSQL for a fast, clean shutdown and waits until it has ended. */
async function stopCluster(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (const until = Date.now() + 30_000; Date.now() < until && isAlive(pid);) await wait(20);
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

export interface EmbeddedDatabase {
  /** The URL for the server's role. */
  readonly url: string;
  readonly ownerUrl: string;
  /** True if PostgreSQL was found running, because its server had been killed, and was adopted. */
  readonly adopted: boolean;
  /** Process id of the current postmaster. */
  pid(): number;
  /** Stops PostgreSQL, even if it was adopted. */
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

/** PostgreSQL's settings for an archive of its log, in a folder that it can write. */
async function archiving({ account }: Layout, folder: string | null): Promise<readonly string[]> {
  if (folder === null) return [];
  await ownFolder(folder, account);
  if (!(await canReach(account, folder)))
    throw new StartRefused(
      `The user "${account?.name ?? ''}", whom PostgreSQL runs as, cannot reach WAL_ARCHIVE (${folder}).`,
    );
  return archiveSettings(folder);
}

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
  let cluster = await ensureRunning(layout, settings);
  const { adopted } = cluster;
  await ensureDatabase(cluster);
  const ownOrRefuse = async (): Promise<pg.Client> => {
    const owned = await own(cluster.urlOf(databaseName));
    if (owned instanceof pg.Client) return owned;
    throw new StartRefused(`Another server (process ${owned.takenBy}) is already running on ${folder}.`);
  };
  let owner = await ownOrRefuse();
  // A database that outlived its server has the settings of then, and PostgreSQL begins to archive at a start alone.
  if (adopted && (await isArchiving(owner)) !== (walArchive !== null)) {
    await owner.end().catch(() => undefined);
    await stopCluster(cluster.pid);
    cluster = await ensureRunning(layout, settings);
    owner = await ownOrRefuse();
  }
  let stopping = false;
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
      void bringBack();
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
      const { pid } = cluster;
      await owner.end().catch(() => undefined);
      await stopCluster(pid);
    },
  };
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

/** Starts a cluster that several processes share, tests or commands. It has no owner; only `stopShared` stops it. */
export async function shareCluster(
  folder: string,
  settings: readonly string[],
  walArchive: string | null = null,
): Promise<Cluster> {
  const layout = await layoutOf(resolve(folder), () => undefined);
  return ensureRunning(layout, [...settings, ...(await archiving(layout, walArchive))]);
}

export async function stopShared(folder: string): Promise<void> {
  const { cluster } = await layoutOf(resolve(folder), () => undefined);
  const file = await readPidFile(cluster);
  if (file !== null && (await mayBePostgres(file.pid, cluster))) await stopCluster(file.pid);
}
