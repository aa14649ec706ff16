import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import { type TestDatabase, testDatabase } from '../testing.ts';
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
  database = await testDatabase();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  await database.drop();
});
const nothing = () => Promise.resolve();
const run = (name: string, sql: string, giveUpAfterMs?: number) =>
  migrate(database.url, nothing, {
    migrations: [...migrations, readMigration(name, sql)],
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
  const times: number[] = [];
  for (const until = performance.now() + 3500; performance.now() < until; await wait(10)) {
    const begun = performance.now();
    await reader.query('select count(*) from users');
    times.push(performance.now() - begun);
  }
  expect(done.yet).toBe(false);
  // It was waited for, at each of its tries, and for no longer than one try lasts.
  expect(times.filter((ms) => ms > 200).length).toBeGreaterThanOrEqual(2);
  expect(Math.max(...times)).toBeLessThan(1500);
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
  const { rows } = await client.query(
    "select pg_get_indexdef(indexrelid) as made, indisvalid as valid from pg_index where indexrelid = 'users_added'::regclass",
  );
  expect(rows).toEqual([{ made: expect.stringContaining('(language)'), valid: true }]);
});

test('what takes something away is noted with what a server must know from then on', async () => {
  const client = await connect();
  await run('900_less.sql', '-- contract, needs 039_summaries_made.sql\nselect 1;\n');
  const { rows } = await client.query('select needs from schema_migrations where needs is not null');
  expect(rows).toEqual([{ needs: '039_summaries_made.sql' }]);
});
