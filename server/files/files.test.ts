import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { callUrl, createDownloadToken, getMessageAttachment } from '@portal/api';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { type TestS3, startTestS3 } from '../../tests/server/s3.ts';
import { StoreUnavailable } from '../db/objectStore.ts';
import { allFiles, deleteReleased, seedFile } from '../../tests/server/storedFiles.ts';
import { fileTables } from './fileTables.ts';
import { deleteObjects } from './moveFiles.ts';
import { s3Store } from './s3Store.ts';

const serverKey = 'the key of the servers of these tests, long enough';
let s3: TestS3;
let server: TestServer;
let patient: Browser;
let settings: Record<string, string>;
let patientId: number;
let attachmentId: number;

beforeAll(async () => {
  s3 = await startTestS3();
  settings = { ...s3.environment, SERVER_KEY: serverKey };
  server = await startTestServer({ environment: settings });
  await server.query(`update facilities set capabilities = capabilities || '{"SecureMessages":[]}'`);
  patient = await server.signedIn('patient');
  patientId = (await server.ids('patient')).patientId ?? 0;
  attachmentId = await seedFile(server, patientId);
});
afterAll(async () => {
  await server?.stop();
  await s3?.stop();
});
afterEach(() => s3.fail(null));

const admin = (...args: readonly string[]) =>
  command(args, server.databaseUrl, { ...settings, DATA_DIR: server.dataDir });
const store = () => {
  const { objects } = server.pool.db;
  if (objects === null) throw new Error('the server has no store');
  return objects;
};
const objectOf = async (id: number): Promise<string> =>
  String((await server.query('select object_id from message_attachments where id = $1', [id]))[0]?.['object_id']);

/** Opens a file in a new window, as a page does. */
async function open(id: number) {
  const params = { patientId, attachmentId: id };
  const { userId } = await patient.profile();
  const path = callUrl(getMessageAttachment, params);
  const ticket = await patient.call(createDownloadToken, { params: { userId }, body: { path } });
  const { token } = v.parse(v.object({ token: v.string() }), ticket.body);
  const answer = await fetch(`${server.portalUrl}${callUrl(getMessageAttachment, params, { token })}`);
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

test('every table whose files may be elsewhere is declared', async () => {
  const rows = await server.query(
    "select table_name from information_schema.columns where column_name = 'object_id' and table_schema = 'public' order by 1",
  );
  expect(
    fileTables()
      .map(({ table }) => table)
      .sort(),
  ).toEqual(rows.map((row) => row['table_name']));
});

describe('moved to the store', () => {
  test('files read as before, are sealed there, and are told from damaged and missing ones', async () => {
    const before = await allFiles(server);
    expect(before.inStore).toBe(0);
    const { bytes } = await open(attachmentId);
    const done = await admin('files', 'move', '--to', 'store');
    expect(done).toMatchObject({ code: 0, err: '' });
    const after = await allFiles(server);
    expect(after.hashes).toEqual(before.hashes);
    expect(after.inStore).toBeGreaterThan(3);
    expect(done.out).toContain(`${String(after.inStore)} files moved to the store`);
    const id = await objectOf(attachmentId);
    expect((await s3.read(id)).includes(bytes.subarray(0, 40))).toBe(false);
    expect(await open(attachmentId)).toEqual({ status: 200, bytes });
    expect(await admin('files', 'check')).toMatchObject({ code: 0, err: '' });
    expect((await admin('files', 'move', '--to', 'store')).out).toContain('0 files moved');

    const sealed = await s3.read(id);
    await s3.write(id, Buffer.concat([sealed.subarray(0, -1), Buffer.from([(sealed.at(-1) ?? 0) ^ 1])]));
    expect((await open(attachmentId)).status).toBe(500);
    // Of another object, under the same key.
    const [other] = (await s3.ids()).filter((each) => each !== id);
    await s3.write(id, await s3.read(other ?? ''));
    expect((await open(attachmentId)).status).toBe(500);
    const back = await admin('files', 'move', '--to', 'database');
    expect(back.code).toBe(1);
    expect(back.err).toContain(`${String(after.inStore - 1)} files moved to the database; 1 file not`);
    await s3.remove(id);
    expect(await admin('files', 'check')).toMatchObject({ code: 1, err: `missing: ${id}` });
    await s3.write(id, sealed);
    expect((await admin('files', 'move', '--to', 'database')).out).toContain('1 file moved to the database');
    expect(await allFiles(server)).toEqual(before);
    await deleteReleased(server);
    expect(await s3.ids()).toEqual([]);
    expect(await server.query('select from file_objects')).toEqual([]);
  });

  test('a file goes from the store with its row, and what no row ever had after a while', async () => {
    const id = await seedFile(server, patientId);
    await admin('files', 'move', '--to', 'store');
    const objectId = await objectOf(id);
    expect(await s3.ids()).toContain(objectId);
    await server.query('delete from message_attachments where id = $1', [id]);
    s3.fail((_request, response) => void response.writeHead(500).end());
    await expect(deleteObjects(server.pool.db, store())).rejects.toThrow(StoreUnavailable);
    s3.fail(null);
    await deleteObjects(server.pool.db, store());
    expect(await s3.ids()).not.toContain(objectId);

    const [fresh, old] = [randomUUID(), randomUUID()];
    for (const each of [fresh, old]) await store().put(each, Buffer.from('from nobody'));
    await s3.age(old);
    // A known one behind more rows than are read at once, which are all in one page of the store's list.
    const known = 'ffffffff-0000-4000-8000-000000000000';
    await store().put(known, Buffer.from('from somebody'));
    await s3.age(known);
    await server.query(
      `insert into file_objects (id, byte_count, delete_after)
       select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 1, now() + interval '1 day' from generate_series(1, 10001) n
       union all select $1::uuid, 13, now() + interval '1 day'`,
      [known],
    );
    expect((await admin('files', 'check')).out).toContain('1 object that the database does not know');
    expect((await admin('files', 'check', '--remove-orphans')).out).toContain('deleted');
    expect(await s3.ids()).not.toContain(old);
    expect(await s3.ids()).toEqual(expect.arrayContaining([fresh, known]));
    for (const each of [fresh, known]) await s3.remove(each);
    await server.query("delete from file_objects where delete_after > now() + interval '1 hour'");
    await admin('files', 'move', '--to', 'database');
  });

  const faults: Readonly<Record<string, RequestListener>> = {
    'an error': (_request, response) => void response.writeHead(500).end(),
    'a cut connection': (request) => void request.socket.destroy(),
    'a refusal': (_request, response) => void response.writeHead(403).end('<Error/>'),
  };
  test.each(Object.entries(faults))('%s of the store loses nothing and is said', async (_what, fault) => {
    const before = await allFiles(server);
    s3.fail(fault);
    const failed = await admin('files', 'move', '--to', 'store');
    expect(failed).toMatchObject({ code: 1, out: '' });
    expect(failed.err).toContain('Not finished: the store of FILES_URL does not answer as it should');
    expect(await allFiles(server)).toEqual(before);
    s3.fail(null);
    await admin('files', 'move', '--to', 'store');
    expect((await allFiles(server)).hashes).toEqual(before.hashes);
    s3.fail(fault);
    expect((await open(attachmentId)).status).toBe(503);
    s3.fail(null);
    expect((await open(attachmentId)).status).toBe(200);
    expect((await admin('files', 'move', '--to', 'database')).code).toBe(0);
    expect((await allFiles(server)).hashes).toEqual(before.hashes);
  });

  test('a server whose database has files there does not start without it', async () => {
    await admin('files', 'move', '--to', 'store');
    const { code, err } = await command(['files', 'check'], server.databaseUrl, { SERVER_KEY: serverKey });
    expect({ code, err }).toEqual({ code: 1, err: 'FILES_URL is not set: there is no store.' });
    await expect(
      startTestServer({
        beside: server,
        environment: { SERVER_KEY: serverKey },
      }),
    ).rejects.toThrow('FILES_URL is not set');
    await admin('files', 'move', '--to', 'database');
  });
});

test('a store that answers too slowly, with too much, or under another secret is not believed', async () => {
  const { FILES_URL: url } = s3.environment;
  const keys = { accessKey: 'S3RVER', secretKey: 'S3RVER', region: 'us-east-1' };
  const quick = s3Store({ url, ...keys }, [serverKey], 200);
  s3.fail(() => undefined);
  await expect(quick.get(randomUUID(), 10)).rejects.toMatchObject({ code: 'TIMEOUT' });
  s3.fail((_request, response) => void response.writeHead(200).end(Buffer.alloc(1_000_000)));
  expect(await quick.get(randomUUID(), 10)).toBeNull();
  s3.fail(null);
  const id = randomUUID();
  await expect(
    s3Store({ url, ...keys, secretKey: 'wrong' }, [serverKey]).put(id, Buffer.from('a')),
  ).rejects.toMatchObject({
    code: '403',
  });
  expect(await s3.ids()).not.toContain(id);
});
