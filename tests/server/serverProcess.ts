import { type ChildProcess, spawn } from 'node:child_process';
import { access, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import * as v from 'valibot';
import type { Finding } from '../../server/audit/checkChain.ts';
import { auditKeysOf } from '../../server/audit/keys.ts';
import { brokenAuditRows } from './audit.ts';
import { openPool } from '../../server/db/pool.ts';
import { onConnection } from '../../server/db/roles.ts';
import { testEnvironment } from './facilityServer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** True if a process with this number is running. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
/** Resolves once `what` is true; throws after a minute, or another number of seconds. */
export const until = async (what: () => boolean | Promise<boolean>, seconds = 60): Promise<void> => {
  for (const end = Date.now() + seconds * 1000; !(await what()); await wait(20))
    if (Date.now() > end) throw new Error('waited in vain');
};

/** The process number in PostgreSQL's own lock file. */
export const postmasterOf = async (dataFolder: string): Promise<number> =>
  Number((await readFile(join(dataFolder, 'database', 'postmaster.pid'), 'utf8')).split('\n')[0]);
/** The folder with the sockets of a data folder's embedded database. */
export const socketFolder = async (dataFolder: string): Promise<string> =>
  (await readFile(join(dataFolder, 'database', 'postmaster.pid'), 'utf8')).split('\n')[4] ?? '';

/** The owner's address of a data folder's embedded database. */
export async function ownerUrlOf(dataFolder: string): Promise<string> {
  const password = await readFile(join(dataFolder, 'database', 'vestibule.password'), 'utf8');
  return `postgresql://vestibule:${password.trim()}@/vestibule?host=${encodeURIComponent(await socketFolder(dataFolder))}&port=5432`;
}

/** Runs one statement on the embedded database of a data folder. */
export async function sqlOn<T extends pg.QueryResultRow>(dataFolder: string, sql: string): Promise<T[]> {
  return onConnection(await ownerUrlOf(dataFolder), async (client) => (await client.query<T>(sql)).rows);
}

/** What is wrong with the audit log of a database. `databaseUrl` is null where the database is the embedded one of the data folder. */
export async function brokenAuditRowsAt(
  ownerUrl: string,
  dataDir: string,
  databaseUrl: string | null = ownerUrl,
): Promise<Finding[]> {
  const pool = openPool(ownerUrl, 2, () => undefined);
  try {
    const keys = await auditKeysOf({ serverKey: '', serverKeysBefore: [], databaseUrl, dataDir });
    return await brokenAuditRows(pool, keys, dataDir);
  } finally {
    await pool.end();
  }
}

/** What is wrong with the audit log of a data folder's embedded database. */
export const brokenAuditRowsOn = async (dataFolder: string): Promise<Finding[]> =>
  brokenAuditRowsAt(await ownerUrlOf(dataFolder), dataFolder, null);

const Ready = v.object({
  ready: v.literal(true),
  portal: v.string(),
  kiosk: v.string(),
  pid: v.number(),
  databasePid: v.nullable(v.number()),
});

/** A server process that was started. */
export interface Process {
  readonly child: ChildProcess;
  output(): string;
  ended(): Promise<number | null>;
}
export interface Started extends Process, v.InferOutput<typeof Ready> {}

/** Starts servers as separate processes, from a bundle of this source. */
export interface Processes {
  /** A folder for their data, removed at the end. */
  readonly folder: string;
  /** Starts a server. `SERVER_FILE` names another build than the one of this source. */
  run(environment: Readonly<Record<string, string>>): Process;
  /** The same, and waits until it is ready, a minute or another number of seconds; throws with its output if it does not become ready. */
  start(environment: Readonly<Record<string, string>>, seconds?: number): Promise<Started>;
  endAll(): Promise<void>;
  remove(): Promise<void>;
}

/** Migrations that a later version would run on the database: SQL by file name. */
export type LaterMigrations = Readonly<Record<string, string>>;

/** Builds a separate server with migrations of a later version. Returns its folder. */
async function laterServer(name: string, later: LaterMigrations): Promise<string> {
  const outDir = join(root, '.cache', `${name}-server`);
  const { build } = await import('vite');
  const place = 'Object.entries(files)';
  await build({
    configFile: join(root, 'server/vite.config.ts'),
    logLevel: 'error',
    plugins: [
      {
        name: 'later-migrations',
        transform(code, id) {
          if (!id.endsWith('/server/db/schema.ts')) return null;
          if (!code.includes(place)) throw new Error(`${id} has no ${place}`);
          return code.replace(place, `Object.entries({ ...files, ...${JSON.stringify(later)} })`);
        },
      },
    ],
    build: { outDir, emptyOutDir: true, rollupOptions: { input: { main: join(root, 'server/main.ts') } } },
  });
  return outDir;
}

/** The name of the environment variable with the folder where the tests' server is built. */
export const serverOfTests = 'SERVER_OF_TESTS';

/** The folder of the server and its command line. The first caller in a test run builds them; the others wait. */
async function builtServer(): Promise<string> {
  const place = process.env[serverOfTests];
  if (place === undefined) throw new Error('These tests run as integration tests alone.');
  const [outDir, done] = [join(place, 'server'), join(place, 'done')];
  const isFirst = await mkdir(join(place, 'first')).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const { build } = await import('vite');
    await build({
      configFile: join(root, 'server/vite.config.ts'),
      logLevel: 'error',
      build: { outDir, emptyOutDir: true },
    });
    await writeFile(done, '');
  } else
    await until(() =>
      access(done).then(
        () => true,
        () => false,
      ),
    );
  return outDir;
}

/** Processes for the tests of the file that `name` names, with migrations of a later version if given. */
export async function ownProcesses(name: string, later?: LaterMigrations): Promise<Processes> {
  const bundle = later === undefined ? await builtServer() : await laterServer(name, later);
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache', `${name}-`));
  await chmod(folder, 0o755);
  const file = join(bundle, 'main.js');
  const started = new Set<ChildProcess>();

  const run: Processes['run'] = (environment) => {
    const { DATABASE_URL: _, ...inherited } = process.env;
    const { SERVER_FILE: other, ...settings } = environment;
    const child = spawn(process.execPath, [other ?? file], {
      cwd: root,
      env: { ...inherited, ...testEnvironment, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.add(child);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<number | null>((settle) => {
      child.once('exit', (code) => settle(code));
    });
    return { child, output: () => output, ended: () => ended };
  };

  return {
    folder,
    run,
    async start(environment, seconds) {
      const running = run(environment);
      const line = () =>
        running
          .output()
          .split('\n')
          .find((each) => each.startsWith('{"ready"'));
      await until(() => line() !== undefined || running.child.exitCode !== null, seconds);
      const ready = line();
      if (ready === undefined) throw new Error(running.output());
      return { ...running, ...v.parse(Ready, JSON.parse(ready)) };
    },
    async endAll() {
      for (const child of started) {
        child.kill('SIGTERM');
        await until(() => child.exitCode !== null || child.signalCode !== null);
      }
      started.clear();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Path of the command line, to be run as a separate process. */
export const builtAdmin = async (): Promise<string> => join(await builtServer(), 'admin.js');

/** Runs the command line as a separate process and returns all its output. */
export function runAdmin(admin: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [admin, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
  return { child, ended, output: () => output };
}
