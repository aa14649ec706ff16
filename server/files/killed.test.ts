import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { type TestS3, startTestS3 } from '../../tests/server/s3.ts';
import { builtAdmin, runAdmin } from '../../tests/server/serverProcess.ts';
import { allFiles, deleteReleased, seedFile } from '../../tests/server/storedFiles.ts';

/** `OUTAGE_ROUNDS=60` for a long run by hand. */
const rounds = Number(process.env['OUTAGE_ROUNDS'] ?? 6);
vi.setConfig({ testTimeout: 120_000 + rounds * 30_000, hookTimeout: 120_000 });

let s3: TestS3;
let server: TestServer;
let admin: string;
beforeAll(async () => {
  admin = await builtAdmin();
  s3 = await startTestS3();
  server = await startTestServer({ environment: s3.environment });
  const patientId = (await server.ids('patient')).patientId ?? 0;
  for (let count = 0; count < 60; count += 1) await seedFile(server, patientId);
});
afterAll(async () => {
  await server?.stop();
  await s3?.stop();
});

test('a move that is killed at any moment loses no file and leaves no object for good', async () => {
  const before = await allFiles(server);
  const move = (to: 'store' | 'database') =>
    runAdmin(admin, ['files', 'move', '--to', to], {
      ...s3.environment,
      DATA_DIR: server.dataDir,
      DATABASE_URL: server.databaseUrl,
    });
  let inStore = 0;
  for (let round = 0; round < rounds; round += 1) {
    const moving = move(round % 2 === 0 ? 'store' : 'database');
    const seen = s3.requests.length;
    while (s3.requests.length < seen + 5 + ((round * 17) % 60) && moving.child.exitCode === null) await wait(2);
    moving.child.kill('SIGKILL');
    await moving.ended;
    const after = await allFiles(server);
    expect(after.hashes).toEqual(before.hashes);
    inStore = Math.max(inStore, after.inStore);
    // Nobody waits two minutes for the lease of the process that was killed.
    await server.query("update file_place set leased_until = '-infinity'");
  }
  expect(inStore).toBeGreaterThan(0);
  const back = move('database');
  await back.ended;
  expect(back.output()).toContain('moved to the database');
  expect(await allFiles(server)).toEqual(before);
  await deleteReleased(server);
  expect(await s3.ids()).toEqual([]);
  expect(await server.query('select from file_objects')).toEqual([]);
});
