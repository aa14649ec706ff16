import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { demoPassword } from '../demo/people.ts';

vi.setConfig({ testTimeout: 180_000 });
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { TRUST_PROXY: '1', NEW_BROWSER_WAIT_MS: '200', METRICS_PORT: '0' },
  });
});
afterAll(() => server.stop());

const logInFrom = (browser: Browser, address: string, username: string, password = demoPassword) =>
  browser.token(
    { grant_type: 'password', username, password },
    { 'portal-type': 'patientPortal', 'x-forwarded-for': address },
  );
const timed = async (work: () => Promise<{ readonly status: number }>): Promise<number> => {
  const begun = performance.now();
  expect((await work()).status).toBe(200);
  return performance.now() - begun;
};
const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
const guessing = async (): Promise<string> => {
  const text = await (await fetch(server.metricsUrl)).text();
  return /^vestibule_guessing (\S+)$/m.exec(text)?.[1] ?? 'missing';
};
const doctor = async (): Promise<string> =>
  (await command(['doctor'], server.databaseUrl, { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir })).out;

test('3,000 names from 300 addresses: a person gets in from their own browser at once, from a new one within seconds', async () => {
  const known = server.browser();
  expect((await logInFrom(known, '198.51.100.7', 'patient')).status).toBe(200);
  expect(await doctor()).not.toContain('logins');

  const statuses = new Map<number, number>();
  const waits: number[] = [];
  let isMeasured = false;
  const attack = Array.from({ length: 300 }, async (_, address) => {
    for (let attempt = 0; attempt < 10 && !isMeasured; attempt += 1) {
      const begun = performance.now();
      const { status } = await logInFrom(
        server.browser(),
        `203.0.${String(address >> 8)}.${String(address & 255)}`,
        `stolen-${String(address)}-${String(attempt)}@example.org`,
        'Stolen+Pass1',
      );
      // One that is refused before its password is tried does not wait.
      if (status === 400) waits.push(performance.now() - begun);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  await expect.poll(() => waits.length, { timeout: 60_000 }).toBeGreaterThan(400);

  const own = await timed(() => logInFrom(known, '198.51.100.7', 'patient'));
  const elsewhere = await timed(() => logInFrom(server.browser(), '198.51.100.8', 'patient'));
  // The attack goes on meanwhile, and ends here. How long it waits itself tells how fast this machine is.
  isMeasured = true;
  expect(waits.length).toBeLessThan(3000);
  expect(own).toBeLessThan(median(waits) / 2);
  expect(elsewhere).toBeGreaterThanOrEqual(190);
  expect(elsewhere).toBeLessThan(median(waits));
  expect(await doctor()).toMatch(/^note +logins +Somebody is trying out many usernames/m);
  await Promise.all(attack);
  // Wrong, every one; or the many at once had to come again later.
  expect([...statuses.keys()].filter((status) => ![400, 429, 503].includes(status))).toEqual([]);
  // The figures are read at most every ten seconds.
  await expect.poll(guessing, { timeout: 20_000 }).toBe('1');

  // The signal ends by itself.
  await server.query("update limits set window_ends_at = now() - interval '1 second'");
  expect(await doctor()).not.toContain('logins');
});

test('one name, or failures in a person’s own browser, begin no signal', async () => {
  await server.query('delete from limits');
  const known = server.browser();
  await logInFrom(known, '198.51.100.7', 'representative');
  for (let attempt = 0; attempt < 210; attempt += 1) {
    await server.query('delete from login_failures where locked_until is not null');
    await logInFrom(known, '198.51.100.7', 'representative', 'Wrong+Pass1');
    if (attempt % 10 === 0) await logInFrom(server.browser(), '198.51.100.10', 'patient', 'Wrong+Pass1');
  }
  expect(await doctor()).not.toContain('logins');
});
