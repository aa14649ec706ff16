import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isReady } from '../support/cluster.ts';

/** Seconds from `npm start` in the built tree to the first "ready", on an empty data folder and again on the one that is there. */
export async function measureStart(root: string): Promise<{ first: number; again: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-data-'));
  await chmod(folder, 0o755);
  const start = async () => {
    const port = await freePort();
    const began = performance.now();
    const child = spawn('npm', ['start'], { cwd: root, stdio: 'ignore', detached: true, env: { ...process.env, PORT: String(port), KIOSK_PORT: String(await freePort()), DATA_DIR: folder, LOG_LEVEL: 'error', DATABASE_URL: '' } });
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
