import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { shareCluster, stopShared } from '../../server/db/cluster.ts';
import { demoDays } from '../server/demoDays.ts';
import { freePort } from './freePort.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.cache', 'browser-tests');
/** These tests kill processes, never the machine, so what the system was given is safe without waiting for the disk. */
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];

/** The one PostgreSQL that all browser tests of this machine share. Starts it if it is not running. */
export const cluster = () => shareCluster(folder, settings);

/** Stops it, unless another test run on this machine still uses it. */
export async function stopCluster(): Promise<void> {
  const inUse = await onPostgres(
    async (client) =>
      (await client.query("select 1 from pg_stat_activity where datname like 'copy\\_%' limit 1")).rowCount,
  );
  if (inUse === 0) await stopShared(folder);
}

/** The built server. */
export const serverFile = join(root, 'dist', 'server', 'main.js');
export const adminFile = join(root, 'dist', 'server', 'admin.js');

async function onPostgres<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: (await cluster()).ownerUrlOf('postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A listening server process; `output` is what it has printed so far. */
export interface RunningServer {
  readonly pid: number;
  output(): string;
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves with the exit code when the process has ended. */
  stop(): Promise<number | null>;
}

interface ServerOptions {
  /** Address as the server's role, or as the owner if there is no `ownerUrl`. */
  readonly databaseUrl: string;
  readonly ownerUrl?: string;
  readonly portalPort: number;
  readonly kioskPort: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Another build of the server than the one in `dist`. */
  readonly file?: string;
}

/** Servers are killed when the process that started them ends, unless that is ended by SIGKILL. */
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts the built server on a database and waits until it is ready; throws with its output if it ends instead. */
export async function startServer({
  databaseUrl,
  ownerUrl = '',
  portalPort,
  kioskPort,
  env = {},
  args = [],
  file = serverFile,
}: ServerOptions): Promise<RunningServer> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: ownerUrl,
      PORT: String(portalPort),
      KIOSK_PORT: String(kioskPort),
      LOG_LEVEL: 'warn',
      // Off, because notices about the demo's visits depend on the hour of the day.
      NOTICE_SECONDS: '0',
      ...env,
    },
  });
  children.add(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const gone = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The server process did not start.');
  let hasEnded = false;
  void gone.then(() => {
    hasEnded = true;
    children.delete(child);
  });
  for (const until = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 25))) {
    if (hasEnded) throw new Error(`The server ended at its start:\n${output}`);
    if (await isReady(portalPort)) break;
    if (Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`The server was not ready in a minute:\n${output}`);
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return gone;
  };
  return {
    pid,
    output: () => output,
    kill: async () => {
      await end('SIGKILL');
    },
    async stop() {
      const hanging = setTimeout(() => child.kill('SIGKILL'), 60_000);
      const code = await end('SIGTERM');
      clearTimeout(hanging);
      return code;
    },
  };
}

/** True if the server at this portal port answers that it is ready. */
export async function isReady(portalPort: number): Promise<boolean> {
  try {
    // Another program may have the port by now, and not answer.
    return (await fetch(`http://127.0.0.1:${portalPort}/readyz`, { signal: AbortSignal.timeout(10_000) })).ok;
  } catch {
    return false;
  }
}

const ownDist = join(root, 'dist');

/**
 * The addresses with which a build connects to a database. Another build may be from a version that knew only one role, so it gets the
 * owner's.
 */
export async function addressesOf(name: string, dist = ownDist): Promise<{ databaseUrl: string; ownerUrl?: string }> {
  const { urlOf, ownerUrlOf } = await cluster();
  return dist === ownDist
    ? { databaseUrl: urlOf(name), ownerUrl: ownerUrlOf(name) }
    : { databaseUrl: ownerUrlOf(name) };
}

/**
 * Name of the demo database from which test databases are copied. Made once per build and day, because the demo's dates are relative to
 * today. `dist`: another folder of builds than the repository's.
 */
export async function demoTemplate(dist = ownDist): Promise<string> {
  const stamp = join(dist, '.built', 'server');
  if (!existsSync(stamp)) throw new Error('There is no build: run npm run build first.');
  const days = demoDays();
  const name = `demo_${readFileSync(stamp, 'utf8').slice(0, 12)}_${days}`;
  await onPostgres(async (client) => {
    await client.query("select pg_advisory_lock(hashtext('vestibule browser tests'))");
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where datname like 'demo\\_%' or datname like 'making\\_%'",
    );
    if (rows.some((row) => row.datname === name)) return;
    for (const { datname } of rows.filter((row) => !row.datname.endsWith(days)))
      await client.query(`drop database "${datname}" with (force)`);
    const making = `making_${name}`;
    await client.query(`drop database if exists "${making}" with (force)`);
    await client.query(`create database "${making}"`);
    const server = await startServer({
      ...(await addressesOf(making, dist)),
      portalPort: await freePort(),
      kioskPort: await freePort(),
      file: join(dist, 'server', 'main.js'),
    });
    await server.stop();
    await client.query(`alter database "${making}" rename to "${name}"`);
  });
  return name;
}

/** Makes a new copy of a database. Returns its address and a function that drops it. */
export async function copyDatabase(
  template: string,
): Promise<{ name: string; url: string; letIn(isOpen: boolean): Promise<void>; drop(): Promise<void> }> {
  const name = `copy_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`;
  await onPostgres((client) => client.query(`create database "${name}" template "${template}"`));
  return {
    name,
    url: (await cluster()).ownerUrlOf(name),
    letIn: async (isOpen) => {
      await onPostgres((client) => client.query(`alter database ${name} allow_connections ${String(isOpen)}`));
    },
    async drop() {
      await onPostgres((client) => client.query(`drop database if exists "${name}" with (force)`));
    },
  };
}

/** Drops the copies that killed test runs left behind. */
export async function dropOldCopies(): Promise<void> {
  await onPostgres(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where datname like 'copy\\_%'",
    );
    for (const { datname } of rows) {
      const owner = Number(datname.split('_')[1]);
      let isAlive = true;
      try {
        process.kill(owner, 0);
      } catch {
        isAlive = false;
      }
      if (!isAlive) await client.query(`drop database if exists "${datname}" with (force)`);
    }
  });
}
