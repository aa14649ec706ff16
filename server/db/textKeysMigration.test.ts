import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing.ts';
import { migrate, migrations } from './migrate.ts';
import { connectionConfig } from './pool.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase('empty');
  client = new pg.Client(connectionConfig(database.url));
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('a facility’s own wording follows the keys that have a new name', async () => {
  await client.query(
    'create table schema_migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
  );
  for (const { name, sql, checksum } of migrations.filter((one) => one.name < '009')) {
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
  await client.query(`
    insert into facilities (name, portal_name, short_name, time_zone, default_language) values ('A', 'A', 'A', 'UTC', 'fr');
    insert into language_pack_texts (facility_id, language, text_key, content) values
      (1, 'en', 'core.logIn', 'Enter'), (1, 'en', 'shell.menu', 'All'), (1, 'fr', 'shell.menu', 'Tout'),
      (1, 'en', 'shell.appointmentsShort', 'Come'), (1, 'en', 'install.title', 'Keep it'),
      (1, 'en', 'contacts.right_read', 'Look'), (1, 'en', 'contacts.email', 'Mail'),
      (1, 'en', 'resources.failed', 'Not there'), (1, 'en', 'visits.failed', 'Not here')`);
  await migrate(database.url, () => Promise.resolve());
  const { rows } = await client.query(
    'select language, text_key, content from language_pack_texts order by text_key collate "C", language',
  );
  expect(rows.map(({ language, text_key: key, content }) => `${language} ${key}: ${content}`)).toEqual([
    'en appointments.tab: Come',
    'en contacts.email: Mail',
    'en core.logIn: Enter',
    'en layout.installTitle: Keep it',
    'en layout.menu: All',
    'fr layout.menu: Tout',
    'en records.failed: Not here',
    'en records.right_read: Look',
  ]);
});
