import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testEnvironment } from '../../tests/server/facilityServer.ts';
import {
  type Processes,
  builtAdmin,
  isAlive,
  ownProcesses,
  ownerUrlOf,
  postmasterOf,
  runAdmin,
  until,
} from '../../tests/server/serverProcess.ts';
import { readConfig } from '../start/config.ts';
import { withDatabase } from './database.ts';

// Real processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let processes: Processes;
let admin: string;
let data: string;
beforeAll(async () => {
  processes = await ownProcesses('commands');
  admin = await builtAdmin();
  data = join(processes.folder, 'data');
  await processes.start({ DATA_DIR: data });
  await processes.endAll();
});
afterAll(() => processes.remove());

/** Runs `work` as a command of this process does, without a server. */
const withOwn = <T>(work: () => Promise<T>): Promise<T> =>
  withDatabase(readConfig({ ...testEnvironment, DATA_DIR: data }, []), work);

/** Lets another process begin a command, which waits in the middle of its work until the lock is given up. */
async function waitingCommand() {
  const lock = new pg.Client(await ownerUrlOf(data));
  lock.on('error', () => undefined);
  await lock.connect();
  await lock.query('begin');
  await lock.query('lock table tablet_codes');
  const running = runAdmin(admin, ['tablet', 'code'], { DATA_DIR: data });
  const waits = async (): Promise<boolean> =>
    (await lock.query('select from pg_locks where not granted')).rowCount === 1;
  await until(async () => running.child.exitCode !== null || (await waits()));
  return {
    async finish() {
      await lock.end().catch(() => undefined);
      await running.ended;
      return { code: running.child.exitCode, output: running.output() };
    },
  };
}

test('the command that has started the database leaves it to one that still works, and that one stops it', async () => {
  const { other, postmaster } = await withOwn(async () => ({
    other: await waitingCommand(),
    postmaster: await postmasterOf(data),
  }));
  expect(isAlive(postmaster)).toBe(true);
  expect(await other.finish()).toMatchObject({ code: 0, output: expect.stringContaining('Code ') });
  expect(isAlive(postmaster)).toBe(false);
});

test('a command that came later and ends first stops nothing', async () => {
  const postmaster = await withOwn(async () => {
    const other = await waitingCommand();
    expect(await other.finish()).toMatchObject({ code: 0 });
    const running = await postmasterOf(data);
    expect(isAlive(running)).toBe(true);
    return running;
  });
  expect(isAlive(postmaster)).toBe(false);
});

test('a server that stops leaves the database to a command that still works, and that one stops it', async () => {
  const server = await processes.start({ DATA_DIR: data });
  const other = await waitingCommand();
  server.child.kill('SIGTERM');
  expect(await server.ended()).toBe(0);
  expect(isAlive(server.databasePid ?? 0)).toBe(true);
  expect(await other.finish()).toMatchObject({ code: 0, output: expect.stringContaining('Code ') });
  expect(isAlive(server.databasePid ?? 0)).toBe(false);
});

test('commands that begin and end at the same time all do their work, and leave no database running', async () => {
  const all = Array.from({ length: 3 }, (_, number) =>
    runAdmin(admin, ['tablet', 'code', '--name', `Own ${String(number)}`], { DATA_DIR: data }),
  );
  await Promise.all(all.map(({ ended }) => ended));
  expect(all.map(({ child, output }) => [child.exitCode, output()])).toEqual(
    all.map(() => [0, expect.stringContaining('Code ')]),
  );
  await expect(postmasterOf(data)).rejects.toThrow('ENOENT');
});

test.skipIf(process.platform !== 'linux')(
  'output that the disk has no room for is one line and a failure',
  async () => {
    const full = await open('/dev/full', 'w');
    const child = spawn(process.execPath, [admin, '--help'], { stdio: ['ignore', full.fd, 'pipe'] });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise<number | null>((settle) => {
      child.once('close', settle);
    });
    await full.close();
    expect([code, said]).toEqual([1, expect.stringMatching(/^The output cannot be written: ENOSPC[^\n]*\n$/)]);
  },
);
