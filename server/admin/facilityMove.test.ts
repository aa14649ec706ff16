import { type UserId, setPreference } from '@portal/api';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import {
  type Browser,
  type TestDatabase,
  type TestServer,
  startTestServer,
  testDatabase,
} from '../../tests/server/facilityServer.ts';
import { onConnection } from '../db/roles.ts';
import { hold, release } from './facilityRows.ts';
import { type FacilityTables, facilityTables } from './facilityTables.ts';

const environment = { SERVER_KEY: 'a key of all cells, for these tests' };
let server: TestServer;
let target: TestDatabase;
let tables: FacilityTables;
let patient: Browser;
let neighbour: Browser;
let ids: { readonly patient: UserId; readonly neighbour: UserId };
let made = 0;

beforeAll(async () => {
  server = await startTestServer({ environment });
  target = await testDatabase('empty');
  tables = await facilityTables(server.pool.db);
  // Somebody of a third facility, which stays.
  await server.query(
    `with f as (insert into facilities (name, portal_name, short_name, time_zone) values ('Lanternlake', 'Lanternlake', 'Lanternlake', 'UTC') returning id),
       u as (insert into users (username, password_hash, first_name, last_name, is_eula_accepted, facility_id)
         select 'neighbour', u.password_hash, 'Ola', 'Reed', true, f.id from users u, f where u.username = 'patient' returning id, facility_id)
     insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id) select id, 'LL-1', 'Ola', 'Reed', '1980-01-02', facility_id from u`,
  );
  patient = await server.signedIn('patient');
  neighbour = await server.signedIn('neighbour');
  ids = { patient: (await server.ids('patient')).userId, neighbour: (await server.ids('neighbour')).userId };
});
afterAll(async () => {
  await server?.stop();
  await target?.drop();
});

const move = (names: readonly string[], to = target.url, more: Readonly<Record<string, string>> = {}) =>
  command(['facility', 'move', ...names, '--to', to], server.databaseUrl, {
    ...environment,
    DATABASE_URL: server.databaseUrl,
    DATABASE_OWNER_URL: server.ownerUrl,
    ...more,
  });
const write = (browser: Browser, userId: UserId) =>
  browser.call(setPreference, { params: { userId }, body: { userId, name: `moves${(made += 1)}`, value: 'yes' } });
const guards = async () =>
  (await server.query("select count(*)::int as n from pg_trigger where tgname = 'a_facility_moves'"))[0]?.['n'];

describe('while a facility is held', () => {
  test('its calls are answered with 503, and those of others go on', async () => {
    const { facilityId } = await server.ids('patient');
    await onConnection(server.ownerUrl, async (client) => {
      await hold(client, tables, [facilityId]);
      const refused = await write(patient, ids.patient);
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([503, expect.any(Number)]);
      expect((await server.browser().logIn('patient')).status).toBe(503);
      expect((await write(neighbour, ids.neighbour)).status).toBeLessThan(300);
      // Nor may a row of others begin to refer to the facility's.
      await expect(
        server.query(
          'insert into representative_links (user_id, patient_id) select $1, id from patients where user_id = $2',
          [ids.patient, ids.neighbour],
        ),
      ).rejects.toThrow('moving to another database');
      await release(client);
    });
    expect((await write(patient, ids.patient)).status).toBeLessThan(300);
    expect(await guards()).toBe(0);
  });
});

describe('a move that cannot be is refused before anything happens', () => {
  test.each([
    [
      'to itself',
      ['Northlight', 'Harbour Point'],
      () => server.ownerUrl,
      'is the database in which the facilities are',
    ],
    ['of a part of what belongs together', ['Northlight'], () => target.url, 'of patient_facilities, by facility_id'],
    ['of a facility that is not there', ['Nowhere'], () => target.url, 'No facility has the id or name "Nowhere"'],
  ])('%s', async (_, names, to, why) => {
    const { code, err } = await move(names, to());
    expect([code, err]).toEqual([1, expect.stringContaining(why)]);
    expect((await write(patient, ids.patient)).status).toBeLessThan(300);
    expect(await guards()).toBe(0);
    expect(await server.query("select * from facility_moves where state = 'moving'")).toEqual([]);
  });

  test('to a database that is in use, or of something else', async () => {
    const used = await testDatabase();
    const foreign = await testDatabase('empty');
    await onConnection(foreign.url, (client) => client.query('create table invoices (id integer)'));
    expect((await move(['Northlight', 'Harbour Point'], used.url)).err).toContain('is in use');
    expect((await move(['Northlight', 'Harbour Point'], foreign.url)).err).toContain('tables of something else');
    await used.drop();
    await foreign.drop();
  });

  test('to a database on which servers run', async () => {
    const { err } = await onConnection(`${target.url}&application_name=vestibule%20server`, () =>
      move(['Northlight', 'Harbour Point']),
    );
    expect(err).toContain('Servers run on the database of --to');
  });

  test('under another key than the servers have', async () => {
    const { err } = await move(['Lanternlake'], target.url, { SERVER_KEY: 'quite another key, for these tests' });
    expect(err).toContain('SERVER_KEY is not the one');
  });
});

test('a mail that is being handed over is waited for, and does not go out again', async () => {
  const cell = await testDatabase('empty');
  onTestFinished(() => cell.drop());
  // As a server of the old cell has claimed it.
  const [mail] = await server.query(
    `with f as (insert into facilities (name, portal_name, short_name, time_zone) values ('Marrow', 'Marrow', 'Marrow', 'UTC') returning id)
     insert into mails (kind, facility_id, recipient, content, lease, leased_until)
     select 'notice', id, 'mara@example.org', '{}', gen_random_uuid(), now() + interval '1 minute' from f returning id`,
  );
  const moving = move(['Marrow'], cell.url);
  const isHeld = async () =>
    (await server.query("select from pg_trigger where tgname = 'a_facility_moves' and tgrelid = 'mails'::regclass"))
      .length;
  await expect.poll(isHeld, { timeout: 30_000 }).toBe(1);
  await server.query(
    `update mails set state = 'sent', ended_at = now(), recipient = null, content = null, lease = null, leased_until = null where id = $1`,
    [mail?.['id']],
  );
  expect((await moving).err).toBe('');
  const there = await onConnection(cell.url, (client) => client.query<{ state: string }>('select state from mails'));
  expect(there.rows).toEqual([{ state: 'sent' }]);
});

test('facilities move with all their rows; sessions, sealed values and the log are good there, and gone here', async () => {
  const facilityIds = (
    await server.query("select id from facilities where short_name in ('Northlight', 'Harbour Point')")
  ).map(({ id }) => Number(id));
  const owned = tables.all.filter((one) => one.how === 'owned' && !one.table.startsWith('audit_'));
  const rowsOf = async (url: string, table: string): Promise<unknown> =>
    onConnection(url, async (client) =>
      (
        await client.query<{ row: unknown }>(
          `select to_jsonb(t) as row from ${table} t where ${tables.owns(table, 't', facilityIds)} order by to_jsonb(t)::text`,
        )
      ).rows.map(({ row }) => row),
    );
  await write(patient, ids.patient);
  const before = new Map<string, unknown>();
  for (const { table } of owned) before.set(table, await rowsOf(server.ownerUrl, table));

  // However its new database writes dates.
  const dates = (how: string) =>
    onConnection(target.url, (client) =>
      client.query(`do $$ begin execute format('alter database %I ${how}', current_database()); end $$`),
    );
  await dates("set datestyle = ''SQL, DMY''");
  const { code, out, err } = await move(['Northlight', 'Harbour Point']);
  await dates('reset datestyle');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^Northlight, Harbour Point: moved, \d{4,} rows with the same hashes in both databases\.\n/);

  for (const { table } of owned) expect([table, await rowsOf(target.url, table)]).toEqual([table, before.get(table)]);
  const cell = await startTestServer({ databaseUrl: target.url, environment });
  // The page that was open goes on at the new cell.
  const moved = cell.browser();
  moved.tokens = patient.tokens;
  for (const [name, value] of patient.cookies) moved.cookies.set(name, value);
  expect((await write(moved, ids.patient)).status).toBeLessThan(300);
  expect((await moved.refresh()).status).toBe(200);
  expect((await cell.browser().logIn('limited')).status).toBe(200);
  expect(await cell.brokenAuditRows()).toEqual([]);

  expect((await write(patient, ids.patient)).status).toBe(401);
  expect((await server.browser().logIn('patient')).body).toMatchObject({ error: 'invalid_grant' });
  for (const { table } of owned) expect([table, await rowsOf(server.ownerUrl, table)]).toEqual([table, []]);
  expect((await write(neighbour, ids.neighbour)).status).toBeLessThan(300);
  expect(await server.brokenAuditRows()).toEqual([]);
  expect(await guards()).toBe(0);
  // Numbers go on behind those that came.
  const [user] = await cell.query(
    "insert into users (first_name, last_name, facility_id) values ('A', 'B', $1) returning id > (select max(id) from users) as \"isNew\"",
    [facilityIds[0]],
  );
  expect(user?.['isNew']).toBe(true);
  expect((await move(['harbour point', 'Northlight'])).out).toBe('They have moved there already.');
  await cell.stop();
});
