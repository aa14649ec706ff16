import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import { type TestDatabase, startTestServer, testDatabase } from '../../tests/server/facilityServer.ts';
import { migrate } from './migrate.ts';
import { connectionConfig } from './pool.ts';
import { migrations, readMigration } from './schema.ts';

let database: TestDatabase;
const clients: pg.Client[] = [];
const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client(connectionConfig(database.url));
  await client.connect();
  clients.push(client);
  return client;
};
beforeEach(async () => {
  logged = [];
  database = await testDatabase();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  await database.drop();
});
const nothing = () => Promise.resolve();
/** The migrations that the log names. */
let logged: string[] = [];
const run = (name: string, sql: string, giveUpAfterMs?: number) =>
  migrate(database.url, nothing, {
    migrations: [...migrations, readMigration(name, sql)],
    onRan: (ran) => logged.push(ran),
    ...(giveUpAfterMs === undefined ? {} : { giveUpAfterMs }),
  });
const columns = "select attname from pg_attribute where attrelid = 'users'::regclass and attname = 'added'";

test('a migration that waits for a long transaction lets the requests behind it pass, and runs when that has ended', async () => {
  const [holder, reader] = [await connect(), await connect()];
  await holder.query('begin');
  await holder.query('select count(*) from users');
  const done = { yet: false };
  const migrating = run('900_add.sql', 'alter table users add column added text;').finally(() => {
    done.yet = true;
  });
  // The request waits behind each try and is answered when that gives up, long before the other transaction ends.
  for (let waits = 0; waits < 2; await wait(10)) {
    const begun = performance.now();
    await reader.query('select count(*) from users');
    if (performance.now() - begun > 200) waits += 1;
  }
  expect(done.yet).toBe(false);
  await holder.query('commit');
  expect((await migrating).ran).toEqual(['900_add.sql']);
  expect((await reader.query(columns)).rowCount).toBe(1);
});

test('a migration that waits in vain says so and has changed nothing', async () => {
  const holder = await connect();
  await holder.query('begin');
  await holder.query('select count(*) from users');
  await expect(run('900_add.sql', 'alter table users add column added text;', 0)).rejects.toThrow(
    'The migration 900_add.sql waits in vain for a table',
  );
  await holder.query('commit');
  expect((await holder.query(columns)).rowCount).toBe(0);
  expect((await holder.query("select from schema_migrations where name like '900%'")).rowCount).toBe(0);
});

test('an index is made concurrently while another server waits for its turn, and made anew after a try that failed', async () => {
  const sql =
    '-- outside a transaction\ndrop index concurrently if exists users_added;\ncreate index concurrently users_added on users (language);\n';
  const client = await connect();
  await client.query('create index users_added on users (id)');
  const [one, two] = await Promise.all([run('900_index.sql', sql), run('900_index.sql', sql)]);
  expect([...one.ran, ...two.ran]).toEqual(['900_index.sql']);
  expect(logged).toEqual(['900_index.sql']);
  const { rows } = await client.query(
    "select pg_get_indexdef(indexrelid) as made, indisvalid as valid from pg_index where indexrelid = 'users_added'::regclass",
  );
  expect(rows).toEqual([{ made: expect.stringContaining('(language)'), valid: true }]);
});

test('what takes something away is noted with what a server must know from then on', async () => {
  const client = await connect();
  await run('900_less.sql', '-- contract, needs 043_schema_needs.sql\nselect 1;\n');
  const { rows } = await client.query('select needs from schema_migrations where needs is not null');
  expect(rows).toEqual([{ needs: '043_schema_needs.sql' }]);
});

describe('the files that the baseline replaced', () => {
  const replaced =
    `001_core 002_questionnaires 003_account_and_mail 004_ways_in 005_facility_pages 006_daily_care 007_contacts_and_rights
    008_repeated_requests 009_text_keys 010_known_browsers 012_presence 013_email_undo 014_invitations_of_patients 016_visits
    018_questionnaire_settings 020_kiosk_search 022_record 023_lab_results 024_medical_notes 025_treatment_summary 026_account
    027_audit_checks 027_audit_keys 028_unread_results 029_secure_messages 030_notices 032_push 033_first_given 034_message_delivery
    035_message_mailbox 036_health_summary 037_summary_sending 038_imported_care_team 039_summaries_made 040_kept_records 041_tablets
    042_check_in`.split(/\s+/);
  const baseline = migrations.map(({ name }) => name).filter((name) => name < '043');
  /** Registers the migrations that a version from before the baseline has run on the same schema. */
  async function registerInstead(names: readonly string[]): Promise<pg.Client> {
    const client = await connect();
    await client.query('delete from schema_migrations where name = any ($1)', [baseline]);
    await client.query(
      "insert into schema_migrations (name, checksum) select name || '.sql', 'x' from unnest($1::text[]) name",
      [names],
    );
    return client;
  }

  test('were all run: the database counts as having run the baseline, keeps what it ran, and a server works on it', async () => {
    const client = await registerInstead(replaced);
    const older = await client.query('select name, checksum, ran_at from schema_migrations order by name');
    expect(await migrate(database.url, nothing)).toEqual({ ran: [], newer: [] });
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum, ran_at from schema_migrations order by name',
    );
    expect(rows.filter(({ name }) => !baseline.includes(name))).toEqual(older.rows);
    expect(rows.filter(({ name }) => baseline.includes(name))).toMatchObject(
      migrations.filter(({ name }) => baseline.includes(name)).map(({ name, checksum }) => ({ name, checksum })),
    );
    const server = await startTestServer({ databaseUrl: database.url });
    expect((await server.browser().logIn('patient')).status).toBe(200);
    await server.stop();
    expect(await migrate(database.url, nothing)).toEqual({ ran: [], newer: [] });
  });

  test('were run in part: the start is refused and has changed nothing', async () => {
    const client = await registerInstead(replaced.filter((name) => name < '042'));
    await expect(migrate(database.url, nothing)).rejects.toThrow(
      'it has run 36 of the 37 migrations that this version no longer has one by one. Nothing was changed. First start the last version that has them',
    );
    const { rowCount } = await client.query('select from schema_migrations where name = any ($1)', [baseline]);
    expect(rowCount).toBe(0);
  });

  test('were never run: the baseline and what came after it run one after another', async () => {
    const empty = await testDatabase('empty');
    const names = migrations.map(({ name }) => name);
    expect(await migrate(empty.url, nothing)).toEqual({ ran: names, newer: [] });
    expect(await migrate(empty.url, nothing)).toEqual({ ran: [], newer: [] });
    await empty.drop();
  });
});
