import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FacilityId } from '@portal/api';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool } from '../db/pool.ts';
import { builtAdmin, runAdmin, until } from '../../tests/server/serverProcess.ts';
import { type TestDatabase, startTestServer, testDatabase } from '../../tests/server/facilityServer.ts';
import { auditAll } from './audit.ts';
import { auditKeyOf } from '../db/auditKey.ts';

const serverKey = 'a server key of thirty-two characters and more';
/** Enough for many pieces, after each of which the progress is saved. */
const chains = 1000;
let database: TestDatabase;
let client: pg.Client;
let dataDir: string;
let admin: string;

beforeAll(async () => {
  admin = await builtAdmin();
  database = await testDatabase();
  // Its start gives the server's role its rights. While it ran, it would check the log too.
  await (await startTestServer({ databaseUrl: database.url, environment: { SERVER_KEY: serverKey } })).stop();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  dataDir = await mkdtemp(join(tmpdir(), 'vestibule-test-'));
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const query = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;

it('killed by SIGKILL in the middle and run again: the check goes on where it stood and tells what it had found', async () => {
  const pool = openPool(database.serverUrl, 1, () => undefined, auditKeyOf(serverKey));
  const facilities = Array.from({ length: chains }, (_, at) => v.parse(FacilityId, 10_000 + at));
  await pool.tx((tx) =>
    auditAll(
      tx,
      facilities.map((facilityId) => ({ type: 'patients.listed', actor: null, patientId: null, facilityId })),
    ),
  );
  await pool.end();
  await query("update audit_events set actor_name = 'Somebody Else' where chain = 'facility:10000'");
  const verifying = () =>
    runAdmin(admin, ['audit', 'verify'], {
      DATABASE_URL: database.serverUrl,
      SERVER_KEY: serverKey,
      DATA_DIR: dataDir,
    });
  const run = async () => (await query('select after_chain, chains::int, ended_at from audit_check_runs'))[0];
  const first = verifying();
  await until(async () => Number((await run())?.['chains'] ?? 0) > 0 || first.child.exitCode !== null);
  first.child.kill('SIGKILL');
  await first.ended;
  // What it had asked last is still worked on after its death.
  const working = "select pid from pg_stat_activity where application_name = 'vestibule command audit verify'";
  await until(async () => (await query(working)).length === 0);
  const left = await run();
  expect(left?.['ended_at']).toBeNull();
  expect(Number(left?.['chains'])).toBeLessThan(chains);
  // The hold of a dead process expires after a minute.
  await query("update audit_check_runs set held_until = now() - interval '1 second'");
  const again = verifying();
  await again.ended;
  expect(again.child.exitCode).toBe(1);
  expect(again.output()).toContain('facility:10000, row 1 was altered');
  expect(await query('select id from audit_check_runs')).toHaveLength(1);
  expect(Number((await run())?.['chains'])).toBeGreaterThanOrEqual(chains);
  const missed =
    'select chain from audit_heads h where not exists (select from audit_checks c where c.chain = h.chain)';
  expect(await query(missed)).toEqual([]);
}, 120_000);
