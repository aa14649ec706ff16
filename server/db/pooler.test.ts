import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { IdempotencyKey, calls } from '@portal/api';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { contactDetails } from '../../tests/support/contacts.ts';
import { freePort } from '../../tests/support/freePort.ts';
import { Browser, type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';
import { pgBouncerMinor, startPgBouncer } from '../../tests/server/pgBouncer.ts';
import { type Processes, builtAdmin, ownProcesses, runAdmin } from '../../tests/server/serverProcess.ts';
import { onConnection } from './roles.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

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

/** Starts PgBouncer before the test's database and gives the address for the server's role. */
async function pooled(name: string, settings: readonly string[]): Promise<string> {
  const all = ['default_pool_size = 6', ...settings];
  const { url, child } = await startPgBouncer(join(processes.folder, name), database.serverUrl, all);
  poolers.push(child);
  return url;
}

const refused = async (environment: Readonly<Record<string, string>>): Promise<string> => {
  const running = processes.run({ DATA_DIR: join(processes.folder, 'data'), ...environment });
  expect(await running.ended()).toBe(1);
  return running.output();
};

describe.skipIf(pgBouncerMinor === null)('PgBouncer (its package is not installed: apt-get install pgbouncer)', () => {
  test('of a version without prepared statements is refused in one line', async () => {
    const isOld = Number(pgBouncerMinor) < 21;
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

  test.skipIf(Number(pgBouncerMinor) < 21)('of a newer one shares few connections among many callers', async () => {
    const DATABASE_URL = await pooled('newer', ['max_prepared_statements = 500']);
    expect(await refused({ DATABASE_URL })).toMatch(/^DATABASE_URL leads to a pooler: set DATABASE_OWNER_URL[^\n]*\n$/);
    const metricsPort = String(await freePort());
    const settings = {
      DATABASE_URL,
      DATABASE_OWNER_URL: database.url,
      DATA_DIR: join(processes.folder, 'data'),
      METRICS_PORT: metricsPort,
    };
    const server = await processes.start(settings);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toMatch(/^vestibule_database_up 1$/m);
    expect(metrics).toMatch(/^vestibule_figures_unread 0$/m);
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
