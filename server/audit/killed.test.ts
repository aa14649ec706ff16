import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool } from '../db/pool.ts';
import { builtAdmin, runAdmin, until } from '../../tests/server/serverProcess.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { auditAll } from './audit.ts';
import { auditKeyOf } from '../db/auditKey.ts';

const serverKey = 'a server key of thirty-two characters and more';
/** Enough for many pieces, after each of which the progress is saved. */
const chains = 1000;
let server: TestServer;
let admin: string;

beforeAll(async () => {
  admin = await builtAdmin();
  server = await startTestServer({ environment: { SERVER_KEY: serverKey } });
});
afterAll(() => server?.stop());

it('killed by SIGKILL in the middle and run again: the check goes on where it stood and tells what it had found', async () => {
  const pool = openPool(server.databaseUrl, 1, () => undefined, auditKeyOf(serverKey));
  const facilities = Array.from({ length: chains }, (_, at) => v.parse(FacilityId, 10_000 + at));
  await pool.tx((tx) =>
    auditAll(
      tx,
      facilities.map((facilityId) => ({ type: 'patients.listed', actor: null, patientId: null, facilityId })),
    ),
  );
  await pool.end();
  await server.query("update audit_events set actor_name = 'Somebody Else' where chain = 'facility:10000'");
  const verifying = () =>
    runAdmin(admin, ['audit', 'verify'], {
      DATABASE_URL: server.databaseUrl,
      SERVER_KEY: serverKey,
      DATA_DIR: server.dataDir,
    });
  const run = async () => (await server.query('select after_chain, chains::int, ended_at from audit_check_runs'))[0];
  const first = verifying();
  await until(async () => Number((await run())?.['chains'] ?? 0) > 0 || first.child.exitCode !== null);
  first.child.kill('SIGKILL');
  await first.ended;
  // What it had asked last is still worked on after its death.
  const working = "select pid from pg_stat_activity where application_name = 'vestibule command audit verify'";
  await until(async () => (await server.query(working)).length === 0);
  const left = await run();
  expect(left?.['ended_at']).toBeNull();
  expect(Number(left?.['chains'])).toBeLessThan(chains);
  // The hold of a dead process expires after a minute.
  await server.query("update audit_check_runs set held_until = now() - interval '1 second'");
  const again = verifying();
  await again.ended;
  expect(again.child.exitCode).toBe(1);
  expect(again.output()).toContain('facility:10000, row 1 was altered');
  expect(await server.query('select id from audit_check_runs')).toHaveLength(1);
  expect(Number((await run())?.['chains'])).toBeGreaterThanOrEqual(chains);
  const missed =
    'select chain from audit_heads h where not exists (select from audit_checks c where c.chain = h.chain)';
  expect(await server.query(missed)).toEqual([]);
}, 120_000);
