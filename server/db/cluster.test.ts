import { pbkdf2 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Processes, isAlive, ownProcesses, until } from '../../tests/server/serverProcess.ts';
import { makeFolder } from '../process/folders.ts';
import { shareCluster, stopShared } from './cluster.ts';

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
  const client = new pg.Client(first.ownerUrlOf('postgres'));
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const remaining = rows[0]?.pid ?? 0;
  process.kill(remaining, 'SIGSTOP');
  process.kill(first.pid, 'SIGKILL');
  await until(() => !isAlive(first.pid));
  // What waits for a file waits until PostgreSQL has exited.
  let isBusy = true;
  const hashing = Array.from({ length: 6 }, async () => {
    while (isBusy) await hash('', '', 20_000, 64, 'sha512');
  });
  const second = shareCluster(place, []);
  second.catch(() => undefined);
  const refusals = async () =>
    (await readFile(join(place, 'postgresql.log'), 'utf8')).split('pre-existing shared memory block').length - 1;
  try {
    await until(async () => (await refusals()) >= 3, 20);
  } finally {
    isBusy = false;
    await Promise.all(hashing);
    process.kill(remaining, 'SIGKILL');
  }
  expect((await second).adopted).toBe(false);
});
