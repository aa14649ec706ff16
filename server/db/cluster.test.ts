import { pbkdf2 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Processes, isAlive, ownProcesses, until } from '../../tests/server/serverProcess.ts';
import { makeFolder } from '../process/folders.ts';
import { shareCluster, stopShared } from './cluster.ts';
import { startEmbedded } from './embedded.ts';

const refusalsIn = async (folder: string): Promise<number> =>
  (await readFile(join(folder, 'postgresql.log'), 'utf8')).split('pre-existing shared memory block').length - 1;
/** A process of PostgreSQL that goes on existing when its postmaster is killed, and so keeps a new one from starting. */
async function stoppedBackend(url: string): Promise<number> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  return pid;
}

const hash = promisify(pbkdf2);
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let processes: Processes;
let place: string;
beforeAll(async () => {
  processes = await ownProcesses('cluster');
  place = join(processes.folder, 'killed');
  await makeFolder(place, 0o755);
});
afterAll(async () => {
  await stopShared(place);
  await processes.remove();
});

test('on a busy machine too, PostgreSQL is started again until the last process of a killed one has ended', async () => {
  const first = await shareCluster(place, []);
  const remaining = await stoppedBackend(first.ownerUrlOf('postgres'));
  process.kill(first.pid, 'SIGKILL');
  await until(() => !isAlive(first.pid));
  // What waits for a file waits until PostgreSQL has exited.
  let isBusy = true;
  const hashing = Array.from({ length: 6 }, async () => {
    while (isBusy) await hash('', '', 20_000, 64, 'sha512');
  });
  const second = shareCluster(place, []);
  second.catch(() => undefined);
  try {
    await until(async () => (await refusalsIn(place)) >= 3, 20);
  } finally {
    isBusy = false;
    await Promise.all(hashing);
    process.kill(remaining, 'SIGKILL');
  }
  expect((await second).adopted).toBe(false);
});

test('a server that starts while the last command stops the database starts it again', async () => {
  const folder = join(processes.folder, 'between');
  await makeFolder(folder, 0o755);
  const first = await shareCluster(folder, []);
  // Held alone, as by the last command from when it decides to stop the database.
  const last = new pg.Client(first.urlOf('postgres'));
  last.on('error', () => undefined);
  await last.connect();
  await last.query('select pg_advisory_lock(7205303)');
  const starting = startEmbedded({
    folder,
    walArchive: null,
    log: pino({ level: 'silent' }),
    say: () => undefined,
    onLost: () => undefined,
  });
  starting.catch(() => undefined);
  await until(async () => (await last.query('select from pg_locks where not granted')).rowCount === 1, 20);
  await stopShared(folder);
  const database = await starting;
  expect(database.pid()).not.toBe(first.pid);
  await database.stop();
  expect(isAlive(database.pid())).toBe(false);
});

test('a server that stops while its killed PostgreSQL is being started again leaves none', async () => {
  const folder = join(processes.folder, 'stopping');
  await makeFolder(folder, 0o755);
  const said: string[] = [];
  const log = pino({}, { write: (line: string) => void said.push(line) });
  const database = await startEmbedded({
    folder,
    walArchive: null,
    log,
    say: () => undefined,
    onLost: () => undefined,
  });
  const remaining = await stoppedBackend(database.ownerUrl);
  process.kill(database.pid(), 'SIGKILL');
  await until(async () => (await refusalsIn(folder)) >= 1, 20);
  const stopped = database.stop();
  process.kill(remaining, 'SIGKILL');
  await Promise.all([stopped, until(() => said.some((line) => line.includes('database is back')), 20)]);
  expect(isAlive(database.pid())).toBe(false);
});

test('a server of a systemd unit stops the database though a command works on it, before systemd kills both', async () => {
  const folder = join(processes.folder, 'unit');
  await makeFolder(folder, 0o755);
  const database = await startEmbedded({
    folder,
    walArchive: null,
    log: pino({ level: 'silent' }),
    say: () => undefined,
    onLost: () => undefined,
  });
  // A lock is of one database.
  const working = new pg.Client(database.url.replace('@/vestibule?', '@/postgres?'));
  working.on('error', () => undefined);
  await working.connect();
  await working.query('select pg_advisory_lock_shared(7205303)');
  vi.stubEnv('SYSTEMD_EXEC_PID', String(process.pid));
  try {
    await database.stop();
  } finally {
    vi.unstubAllEnvs();
  }
  expect(isAlive(database.pid())).toBe(false);
});
