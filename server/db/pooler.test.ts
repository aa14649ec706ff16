import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chown, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { IdempotencyKey, calls } from '@portal/api';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { contactDetails } from '../../tests/support/contacts.ts';
import { Browser, type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';
import { type Processes, builtAdmin, ownProcesses, runAdmin, until } from '../../tests/server/serverProcess.ts';
import { freePort } from '../../tests/support/freePort.ts';
import { makeFolder } from '../process/folders.ts';
import { databaseAccount } from './binaries.ts';
import { onConnection } from './roles.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** PGBOUNCER names another one than the machine's. */
const program = process.env['PGBOUNCER'] ?? 'pgbouncer';
const [, minor] = /PgBouncer 1\.(\d+)/.exec(spawnSync(program, ['--version']).stdout?.toString() ?? '') ?? [];

let processes: Processes;
let database: TestDatabase;
const poolers: ChildProcess[] = [];
beforeAll(async () => {
  processes = await ownProcesses('pooler');
  database = await testDatabase();
});
afterAll(async () => {
  await processes.endAll();
  for (const each of poolers) each.kill('SIGKILL');
  await processes.remove();
  await database.drop();
});

/** Starts PgBouncer in transaction mode before the test's database and gives the address for the server's role. */
async function pooled(name: string, settings: readonly string[]): Promise<string> {
  const folder = join(processes.folder, name);
  await makeFolder(folder, 0o755);
  const account = await databaseAccount(folder);
  const { username, password, pathname, searchParams } = new URL(database.serverUrl.replace('@/', '@localhost/'));
  const port = await freePort();
  const users = join(folder, 'users');
  const ini = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(
    ini,
    [
      '[databases]',
      `${pathname.slice(1)} = host=${searchParams.get('host') ?? ''} port=${searchParams.get('port') ?? ''}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 6',
      ...settings,
    ].join('\n'),
  );
  for (const path of [folder, users, ini]) if (account !== null) await chown(path, account.uid, account.gid);
  const child = spawn(program, [ini], {
    stdio: 'ignore',
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  });
  poolers.push(child);
  const url = `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`;
  await until(
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
  return url;
}

const refused = async (environment: Readonly<Record<string, string>>): Promise<string> => {
  const running = processes.run({ DATA_DIR: join(processes.folder, 'data'), ...environment });
  expect(await running.ended()).toBe(1);
  return running.output();
};

describe.skipIf(minor === undefined)('PgBouncer (its package is not installed: apt-get install pgbouncer)', () => {
  test('of a version without prepared statements is refused in one line', async () => {
    const isOld = Number(minor) < 21;
    const settings = isOld ? [] : ['max_prepared_statements = 0'];
    const ignoring = ['ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout'];
    for (const [name, more] of [
      ['strict', []],
      ['ignoring', ignoring],
    ] as const) {
      const DATABASE_URL = await pooled(name, [...settings, ...more]);
      expect(await refused({ DATABASE_URL, DATABASE_OWNER_URL: database.url })).toMatch(
        /^The pooler of DATABASE_URL cannot be used: PgBouncer 1\.21 or newer is needed[^\n]*\n$/,
      );
    }
  });

  test.skipIf(Number(minor) < 21)('of a newer one shares few connections among many callers', async () => {
    const DATABASE_URL = await pooled('newer', ['max_prepared_statements = 500']);
    expect(await refused({ DATABASE_URL })).toMatch(/^DATABASE_URL leads to a pooler: set DATABASE_OWNER_URL[^\n]*\n$/);
    const settings = { DATABASE_URL, DATABASE_OWNER_URL: database.url, DATA_DIR: join(processes.folder, 'data') };
    const server = await processes.start(settings);
    const limits = await onConnection(
      database.serverUrl,
      async (client) => (await client.query<{ statement_timeout: string }>('show statement_timeout')).rows,
    );
    expect(limits).toEqual([{ statement_timeout: '20s' }]);
    const add = async (user: string): Promise<number[]> => {
      const browser = new Browser(server.portal);
      await browser.logIn(user);
      const patientId = (await browser.profile()).ids[0]?.value ?? 0;
      return Promise.all(
        Array.from({ length: 20 }, async () => {
          const contactLastName = randomUUID();
          const headers = { 'idempotency-key': v.parse(IdempotencyKey, contactLastName) };
          const body = contactDetails({ contactFirstName: 'Pooled', contactLastName });
          return (await browser.call(calls.saveContact, { params: { patientId }, headers, body })).status;
        }),
      );
    };
    const statuses = (await Promise.all(['patient', 'noemail'].map(add))).flat();
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(30);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    const verify = runAdmin(await builtAdmin(), ['audit', 'verify'], settings);
    await verify.ended;
    expect(verify.output()).toMatch(/: nothing found\.\n$/);
  });
});
