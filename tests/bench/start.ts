import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isReady } from '../support/cluster.ts';
import { freePort } from '../support/freePort.ts';
import { type Bench, say } from './bench.ts';
import { idleMemory } from './load.ts';
import { median, most, type Row } from './table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Seconds from `npm start` in the built tree to the first "ready": on an empty data folder, and again on the folder that is then there. */
async function measureStart(): Promise<{ first: number; again: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-data-'));
  await chmod(folder, 0o755);
  const start = async () => {
    const port = await freePort();
    const began = performance.now();
    const child = spawn('npm', ['start'], {
      cwd: root,
      stdio: 'ignore',
      detached: true,
      env: {
        ...process.env,
        PORT: String(port),
        KIOSK_PORT: String(await freePort()),
        DATA_DIR: folder,
        LOG_LEVEL: 'error',
        DATABASE_URL: '',
      },
    });
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    let hasEnded = false;
    void ended.then(() => {
      hasEnded = true;
    });
    while (!(await isReady(port))) {
      if (hasEnded) throw new Error('npm start ended instead of becoming ready.');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const seconds = (performance.now() - began) / 1000;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
    return seconds;
  };
  try {
    return { first: await start(), again: await start() };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** How long the product takes to start, and the memory of its server. */
export async function start({ rounds }: Bench): Promise<Row[]> {
  const all = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push(await measureStart());
    say('.');
  }
  const memory = await idleMemory();
  return [
    {
      what: 'npm start (built) to ready, empty data folder',
      ours: median(all.map(({ first }) => first)),
      yardstick: null,
      unit: 's',
      target: most('value', 3),
    },
    {
      what: 'npm start (built) to ready, data there',
      ours: median(all.map(({ again }) => again)),
      yardstick: null,
      unit: 's',
      target: most('value', 3),
    },
    ...(memory === null
      ? []
      : [
          {
            what: 'server process after its start (resident)',
            ours: memory,
            yardstick: null,
            unit: 'MB' as const,
            target: most('value', 200),
          },
        ]),
  ];
}
