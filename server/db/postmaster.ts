import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Layout, onLoopback } from './clusterFolder.ts';

const run = promisify(execFile);

interface PidFile {
  readonly pid: number;
  readonly port: number;
}

export async function readPidFile(cluster: string): Promise<PidFile | null> {
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
export async function mayBePostgres(pid: number, cluster: string): Promise<boolean> {
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
export async function removeStaleLocks({ cluster, sockets }: Layout): Promise<void> {
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

export async function spawnPostgres(layout: Layout, settings: readonly string[]): Promise<ChildProcess> {
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

export const lastLines = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8').catch(() => '')).trim().split('\n').slice(-2).join(' ');

/** Asks PostgreSQL for a fast, clean shutdown and waits until it has ended. */
export async function stopCluster(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (const until = Date.now() + 30_000; Date.now() < until && isAlive(pid);) await wait(20);
}
