import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chown, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { databaseAccount } from '../../server/db/binaries.ts';
import { makeFolder } from '../../server/process/folders.ts';
import { freePort } from '../support/freePort.ts';
import { until } from './serverProcess.ts';

/** PGBOUNCER names another one than the machine's. */
const program = process.env['PGBOUNCER'] ?? 'pgbouncer';
const [, minor] = /PgBouncer 1\.(\d+)/.exec(spawnSync(program, ['--version']).stdout?.toString() ?? '') ?? [];
/** The minor version of PgBouncer 1, null where it is not installed. From 21 on the server works with it. */
export const pgBouncerMinor = minor === undefined ? null : Number(minor);

/** Resolves once something listens on a port of this machine. */
export const untilListening = (port: number): Promise<void> =>
  until(
    () =>
      new Promise((settle) => {
        const probe = connect(port, '127.0.0.1');
        probe.once('error', () => {
          settle(false);
        });
        probe.once('connect', () => {
          probe.destroy();
          settle(true);
        });
      }),
  );

/** Starts PgBouncer in transaction mode before the database of an address. Gives the address through it, for the same role. */
export async function startPgBouncer(
  folder: string,
  address: string,
  settings: readonly string[],
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  await makeFolder(folder, 0o755);
  const account = await databaseAccount(folder);
  const { username, password, hostname, port, pathname, searchParams } = new URL(address.replace('@/', '@localhost/'));
  const own = await freePort();
  const users = join(folder, 'users');
  const ini = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(
    ini,
    [
      '[databases]',
      `${pathname.slice(1)} = host=${searchParams.get('host') ?? hostname} port=${searchParams.get('port') ?? port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${String(own)}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      ...settings,
    ].join('\n'),
  );
  for (const path of [folder, users, ini]) if (account !== null) await chown(path, account.uid, account.gid);
  const child = spawn(program, [ini], {
    stdio: 'ignore',
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  });
  await untilListening(own);
  return { url: `postgresql://${username}:${password}@127.0.0.1:${String(own)}${pathname}`, child };
}
