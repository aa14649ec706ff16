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

/** Whether a process of that number lives. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
/** Resolves once it is so; throws after a minute. */
export const until = async (what: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 60_000; !(await what()); await wait(20))
    if (Date.now() > end) throw new Error('waited in vain');
};

/** Number of the process that PostgreSQL's own lock file names. */
export const postmasterOf = async (dataFolder: string): Promise<number> =>
  Number((await readFile(join(dataFolder, 'database', 'postmaster.pid'), 'utf8')).split('\n')[0]);
/** Where the sockets of the embedded database of a data folder are. */
export const socketFolder = async (dataFolder: string): Promise<string> =>
  (await readFile(join(dataFolder, 'database', 'postmaster.pid'), 'utf8')).split('\n')[4] ?? '';

/** Address of the embedded database of a data folder, as its owner. */
export async function ownerUrlOf(dataFolder: string): Promise<string> {
  const password = await readFile(join(dataFolder, 'database', 'vestibule.password'), 'utf8');
  return `postgresql://vestibule:${password.trim()}@/vestibule?host=${encodeURIComponent(await socketFolder(dataFolder))}&port=5432`;
}

/** Runs one statement on the embedded database of a data folder. */
export async function sqlOn<T extends pg.QueryResultRow>(dataFolder: string, sql: string): Promise<T[]> {
  return onConnection(await ownerUrlOf(dataFolder), async (client) => (await client.query<T>(sql)).rows);
}

/** What is wrong with the log of the embedded database of a data folder. */
export async function brokenAuditRowsOn(dataFolder: string): Promise<Finding[]> {
  const pool = openPool(await ownerUrlOf(dataFolder), 2, () => undefined);
  try {
    const keys = await auditKeysOf({ serverKey: '', serverKeysBefore: [], databaseUrl: null, dataDir: dataFolder });
    return await brokenAuditRows(pool, keys, dataFolder);
  } finally {
    await pool.end();
  }
}

const Ready = v.object({
  ready: v.literal(true),
  portal: v.string(),
  kiosk: v.string(),
  pid: v.number(),
  databasePid: v.nullable(v.number()),
});

/** A server that was asked to start. */
export interface Process {
  readonly child: ChildProcess;
  output(): string;
  ended(): Promise<number | null>;
}
export interface Started extends Process, v.InferOutput<typeof Ready> {}

/** Servers as processes of their own, from a bundle of this source. */
export interface Processes {
  /** For their data, removed at the end. */
  readonly folder: string;
  /** `SERVER_FILE`: another build than the one of this source. */
  run(environment: Readonly<Record<string, string>>): Process;
  /** The same, once it is ready; throws what it said where it does not come to that. */
  start(environment: Readonly<Record<string, string>>): Promise<Started>;
  endAll(): Promise<void>;
  remove(): Promise<void>;
}

/** What a later version of this source would run on its database: SQL by the names of the files. */
export type LaterMigrations = Readonly<Record<string, string>>;

/** Builds a server of its own, with migrations that a later version would have. Gives its folder. */
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

/** Name of the setting that says where the server of the tests is built. */
export const serverOfTests = 'SERVER_OF_TESTS';

/** The server and its command line, built once in a run of the tests: by who comes first, while others wait. Gives their folder. */
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

/** Processes for the tests of one file, which `name` names; with migrations that a later version would have. */
export async function ownProcesses(name: string, later?: LaterMigrations): Promise<Processes> {
  const bundle = later === undefined ? await builtServer() : await laterServer(name, later);
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
    async start(environment) {
      const running = run(environment);
      const line = () =>
        running
          .output()
          .split('\n')
          .find((each) => each.startsWith('{"ready"'));
      await until(() => line() !== undefined || running.child.exitCode !== null);
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

/** Path of the command line, for a process of its own. */
export const builtAdmin = async (): Promise<string> => join(await builtServer(), 'admin.js');

/** The command line as a process of its own, and all that it has said. */
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
