import { setTimeout as wait } from 'node:timers/promises';
import { CareProviderId, IdempotencyKey, PatientId, listMessageRecipients, sendMessage } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listOfCells } from '../../tests/server/cells.ts';
import { command } from '../../tests/server/commands.ts';
import {
  type Browser,
  type TestDatabase,
  type TestServer,
  startTestServer,
  testDatabase,
} from '../../tests/server/facilityServer.ts';
import { type TestS3, startTestS3 } from '../../tests/server/s3.ts';
import { builtAdmin, runAdmin } from '../../tests/server/serverProcess.ts';
import { allFiles, deleteReleased, seedFile } from '../../tests/server/storedFiles.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 120_000 });

const environment = { SERVER_KEY: 'a key of all cells, for these tests', ACCESS_TOKEN_SECONDS: '3600' };
let store: TestS3;
let newStore: TestS3;
let server: TestServer;
let target: TestDatabase;
let admin: string;
beforeAll(async () => {
  admin = await builtAdmin();
  [store, newStore] = await Promise.all([startTestS3(), startTestS3()]);
  server = await startTestServer({ environment: { ...environment, ...store.environment } });
  target = await testDatabase('empty');
});
afterAll(async () => {
  await server?.stop();
  await target?.drop();
  await store?.stop();
  await newStore?.stop();
});

test('a move under load, killed at every stage, loses and doubles nothing that was acknowledged', async () => {
  const patient = await server.signedIn('patient');
  const patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
  const { recipients } = v.parse(
    listMessageRecipients.answer,
    (await patient.call(listMessageRecipients, { params: { patientId } })).body,
  );
  const careProviderId = v.parse(CareProviderId, recipients.find(({ takesMessages }) => takesMessages)?.careProviderId);

  for (let count = 0; count < 40; count += 1) await seedFile(server, patientId);
  const settings = { ...environment, ...store.environment, DATA_DIR: server.dataDir };
  expect((await command(['files', 'move', '--to', 'store'], server.databaseUrl, settings)).code).toBe(0);
  const files = await allFiles(server);
  const south = { DATABASE_URL: target.url, SERVER_KEY: environment.SERVER_KEY, DATA_DIR: `${server.dataDir}/south` };
  const cells = await listOfCells(server.dataDir, { south: { ...south, ...newStore.environment } });

  let at: { readonly browser: Browser; readonly served: TestServer } = { browser: patient, served: server };
  let isOver = false;
  const acknowledged: string[] = [];
  let held = 0;
  /** As the outbox of a page does: the same message with the same key until it is taken. */
  const client = (async () => {
    while (!isOver) {
      const key = v.parse(IdempotencyKey, crypto.randomUUID());
      for (let taken = false; !taken;) {
        const { browser, served } = at;
        const answer = await browser
          .call(sendMessage, {
            params: { patientId, careProviderId },
            headers: { 'idempotency-key': key },
            body: { subject: 'Swimming', content: key, attachmentIds: [] },
          })
          .catch(() => null);
        taken = answer !== null && answer.status < 300;
        if (taken) acknowledged.push(key);
        if (answer?.status === 503) held += 1;
        if (answer?.status === 429) await served.query('delete from limits');
        // The messages of a day are counted, too. Where the move holds them, this is refused, and the next answer is a 503.
        if (answer?.status === 409)
          await served
            .query("update secure_messages set sent_at = sent_at - interval '1 day' where content = any($1)", [
              acknowledged,
            ])
            .catch(() => undefined);
        if (!taken) await wait(20);
        if (!taken && isOver) return;
      }
    }
  })();

  let kills = 0;
  for (let done = false; !done;) {
    const moving = runAdmin(admin, ['facility', 'move', 'Northlight', 'Harbour Point', '--to', 'south'], {
      ...settings,
      ...cells,
      DATABASE_URL: server.databaseUrl,
      DATABASE_OWNER_URL: server.ownerUrl,
    });
    const timer = setTimeout(() => moving.child.kill('SIGKILL'), 400 + kills * 350);
    await moving.ended;
    clearTimeout(timer);
    done = moving.child.exitCode === 0;
    if (moving.child.signalCode === 'SIGKILL') kills += 1;
    else if (!done) throw new Error(moving.output());
  }
  const cell = await startTestServer({
    databaseUrl: target.url,
    environment: { ...environment, ...newStore.environment },
  });
  const moved = cell.browser();
  moved.tokens = patient.tokens;
  for (const [name, value] of patient.cookies) moved.cookies.set(name, value);
  const before = acknowledged.length;
  at = { browser: moved, served: cell };
  for (const end = Date.now() + 60_000; acknowledged.length < before + 5; await wait(20))
    if (Date.now() > end) throw new Error('the new cell takes nothing');
  isOver = true;
  await client;

  expect([kills > 3, held > 0, before > 0]).toEqual([true, true, true]);
  const contents = await cell.query('select content from secure_messages where content = any($1)', [acknowledged]);
  expect(contents.map(({ content }) => String(content)).toSorted()).toEqual(acknowledged.toSorted());
  expect(await server.query('select from patients')).toEqual([]);
  await deleteReleased(server);
  expect(await store.ids()).toEqual([]);
  expect(await allFiles(cell)).toEqual(files);
  expect(await cell.brokenAuditRows()).toEqual([]);
  expect(await server.brokenAuditRows()).toEqual([]);
  await cell.stop();
});
