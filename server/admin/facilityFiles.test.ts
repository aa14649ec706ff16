import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listOfCells } from '../../tests/server/cells.ts';
import { command } from '../../tests/server/commands.ts';
import {
  type TestDatabase,
  type TestServer,
  startTestServer,
  testDatabase,
} from '../../tests/server/facilityServer.ts';
import { type TestS3, startTestS3 } from '../../tests/server/s3.ts';
import { allFiles, deleteReleased, seedFile } from '../../tests/server/storedFiles.ts';
import { seal, keyFor } from '../http/serverKey.ts';

const SERVER_KEY = 'a key of all cells, for these tests';
const before = 'the key before that, for these tests';
let s3: TestS3;
let others: TestS3;
let server: TestServer;
let target: TestDatabase;
let environment: Record<string, string>;
let files: readonly number[];
/** An attachment of a facility that stays. */
let staying: number;

beforeAll(async () => {
  [s3, others] = await Promise.all([startTestS3(), startTestS3()]);
  environment = { ...s3.environment, SERVER_KEY, SERVER_KEY_BEFORE: before };
  server = await startTestServer({ environment });
  target = await testDatabase('empty');
  const [row] = await server.query(
    `with f as (insert into facilities (name, portal_name, short_name, time_zone) values ('Lanternlake', 'Lanternlake', 'Lanternlake', 'UTC') returning id),
       u as (insert into users (first_name, last_name, is_eula_accepted, facility_id) select 'Ola', 'Reed', true, id from f returning id, facility_id)
     insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id)
       select id, 'LL-1', 'Ola', 'Reed', '1980-01-02', facility_id from u returning id`,
  );
  const patientId = (await server.ids('patient')).patientId ?? 0;
  staying = await seedFile(server, Number(row?.['id']));
  files = [await seedFile(server, patientId), await seedFile(server, patientId), await seedFile(server, patientId)];
  expect((await admin(['files', 'move', '--to', 'store'])).code).toBe(0);
});
afterAll(async () => {
  await server?.stop();
  await target?.drop();
  await s3?.stop();
  await others?.stop();
});
afterEach(() => others.fail(null));

const admin = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  command(args, server.databaseUrl, {
    ...environment,
    DATA_DIR: server.dataDir,
    DATABASE_OWNER_URL: server.ownerUrl,
    ...more,
  });
/** Moves the two facilities of the demo to a cell with this store. */
const moveTo = async (store: Readonly<Record<string, string>>) =>
  admin(
    ['facility', 'move', 'Northlight', 'Harbour Point', '--to', 'south'],
    await listOfCells(server.dataDir, {
      south: { DATABASE_URL: target.url, SERVER_KEY, DATA_DIR: `${server.dataDir}/south`, ...store },
    }),
  );
const objectOf = async (id: number): Promise<string> =>
  String((await server.query('select object_id from message_attachments where id = $1', [id]))[0]?.['object_id']);

describe('a move with files in a store is refused', () => {
  test.each<[string, () => Readonly<Record<string, string>>, string]>([
    ['to a cell without one', () => ({}), 'name a cell with a FILES_URL of its own'],
    ['to a cell with the same', () => s3.environment, 'each cell needs a bucket or a folder of its own'],
    [
      'to the same by another name',
      () => ({ ...s3.environment, FILES_URL: s3.environment.FILES_URL.replace('127.0.0.1', 'localhost') }),
      'each cell needs a bucket or a folder of its own',
    ],
    [
      'to a folder in it',
      () => ({ ...s3.environment, FILES_URL: `${s3.environment.FILES_URL}/south` }),
      'each cell needs a bucket or a folder of its own',
    ],
    ['to one that refuses', () => ({ ...others.environment, FILES_SECRET_KEY: 'wrong' }), 'Not moved: the store'],
  ])('%s', async (_what, store, why) => {
    const ids = (await s3.ids()).toSorted();
    const { code, err } = await moveTo(store());
    expect([code, err]).toEqual([1, expect.stringContaining(why)]);
    expect((await s3.ids()).toSorted()).toEqual(ids);
    expect(await server.query('select * from facility_moves')).toEqual([]);
  });

  test('to a database by its address', async () => {
    const { err } = await admin(['facility', 'move', 'Northlight', 'Harbour Point', '--to', target.url]);
    expect(err).toContain('name a cell with a FILES_URL of its own');
  });

  test('when the new store fails before, while and after the files are copied, and the facility goes on here', async () => {
    const files = await allFiles(server);
    const count = files.inStore - 1;
    const [ofProbe, ofFile] = [3, 3];
    // With the third number the store lists nothing when the facility is held already.
    for (const after of [0, ofProbe, ofProbe + count * ofFile, ofProbe + 1]) {
      others.fail((_request, response) => void response.writeHead(500).end(), after);
      const { code, err } = await moveTo(others.environment);
      expect([after, code, err]).toEqual([after, 1, expect.stringContaining('Not moved: the store')]);
      others.fail(null);
      expect((await server.browser().logIn('patient')).status).toBe(200);
      expect(await server.query("select from pg_trigger where tgname = 'a_facility_moves'")).toEqual([]);
      expect(await server.query('select * from facility_moves')).toEqual([]);
      expect(await allFiles(server)).toEqual(files);
    }
    expect(await others.ids()).toHaveLength(count);
    // What waits there for the next try is nobody's yet.
    for (const id of await others.ids()) await others.age(id);
    const check = ['files', 'check', '--remove-orphans'];
    const { code, err } = await command(check, target.url, { ...others.environment, SERVER_KEY });
    expect([code, err]).toEqual([1, expect.stringContaining('This database has no facilities')]);
    expect(await others.ids()).toHaveLength(count);
  });

  test('to a cell with another key, and with a file that is not whole', async () => {
    const other = await moveTo({ ...others.environment, SERVER_KEY: before });
    expect(other).toMatchObject({ code: 1, err: 'The cell south has another SERVER_KEY: all cells have one.' });
    const id = await objectOf(files[0] ?? 0);
    const sealed = await s3.read(id);
    await others.remove(id);
    await s3.write(id, Buffer.concat([sealed.subarray(0, -1), Buffer.from([(sealed.at(-1) ?? 0) ^ 1])]));
    const { code, err } = await moveTo(others.environment);
    expect([code, err]).toEqual([1, expect.stringMatching(/^Not moved: object .* is altered/)]);
    await s3.write(id, sealed);
    expect((await server.browser().logIn('patient')).status).toBe(200);
  });
});

test('files move to the store of the new cell and go from the old one after that; what stays there stays', async () => {
  // Sealed under the key before, which the new cell does not know.
  const old = await objectOf(files[1] ?? 0);
  const content = Buffer.from('sealed long ago');
  await s3.write(old, seal(await keyFor(server.pool.db, before, 'file'), old, content));
  await server.query('update file_objects set byte_count = $1 where id = $2', [content.length, old]);
  // Earlier runs have left some there, one of them not whole.
  expect(await others.ids()).not.toEqual([]);
  const half = await objectOf(files[2] ?? 0);
  await others.write(half, Buffer.from('half'));
  const whole = await allFiles(server);
  const kept = await objectOf(staying);

  const { code, out, err } = await moveTo(others.environment);
  expect([code, err]).toEqual([0, '']);
  // The one that was not whole, the one with other bytes, and the one that an earlier test has taken away.
  expect(out).toMatch(/^3 files copied to the new store\. From now on calls of the facilities wait\.\nNorthlight/);
  // Nothing is deleted there before the old cell's servers know that everything has moved.
  expect(await s3.ids()).toEqual(expect.arrayContaining([old, half, kept]));
  expect(await others.ids()).not.toContain(kept);
  await deleteReleased(server);
  expect(await s3.ids()).toEqual([kept]);
  expect((await allFiles(server)).inStore).toBe(1);

  const cell = await startTestServer({ databaseUrl: target.url, environment: { ...others.environment, SERVER_KEY } });
  const there = await allFiles(cell);
  const here = await allFiles(server);
  expect(new Map([...there.hashes, ...here.hashes])).toEqual(whole.hashes);
  expect(there.inStore).toBe(whole.inStore - 1);
  expect(await cell.query('select place from file_place')).toEqual([{ place: 'store' }]);
  const check = await command(['files', 'check'], target.url, { ...others.environment, SERVER_KEY });
  expect(check).toMatchObject({ code: 0, err: '' });
  expect(check.out).toContain(`${String(there.inStore)} files in the store`);
  expect(check.out).not.toContain('does not know');
  expect((await admin(['files', 'check'])).code).toBe(0);
  await cell.stop();
});
