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

test('a sum of everything that an import once made up is made no more and shown no more; other totals stay', async () => {
  await client.query(
    'create table schema_migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
  );
  for (const { name, sql, checksum } of migrations.filter((one) => one.name < '018')) {
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
  const made = '{"scoreKey": "sum-of-ordinal-values", "isShown": true}';
  const own = '{"scoreKey": "total", "isShown": true}';
  await client.query(`
    insert into facilities (name, portal_name, short_name, time_zone, default_language) values ('A', 'A', 'A', 'UTC', 'en');
    insert into users (first_name, last_name, facility_id) values ('Pat', 'Ient', 1);
    insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id) values (1, 'M1', 'Pat', 'Ient', '1970-01-01', 1);
    insert into questionnaire_templates (title) values ('Made up'), ('Its own');
    insert into questionnaire_revisions (template_id, revision, content) values (1, 1, '{"title": "Made up", "scores": [${made}]}'), (2, 1, '{"title": "Its own", "scores": [${own}]}');
    insert into assigned_questionnaires (patient_id, template_id, status, closed_at, answered_revision, completion_key, answers, scores)
      values (1, 1, 'Completed', now(), 1, 'k1', '[]', '[${made}]'), (1, 2, 'Completed', now(), 1, 'k2', '[]', '[${own}]')`);
  await migrate(database.url, () => Promise.resolve());

  const { rows } = await client.query(
    `select r.content->'scores' as made, a.scores as stored from questionnaire_revisions r join assigned_questionnaires a using (template_id) order by template_id`,
  );
  expect(rows).toEqual([
    { made: [], stored: [{ scoreKey: 'sum-of-ordinal-values', isShown: false }] },
    { made: [{ scoreKey: 'total', isShown: true }], stored: [{ scoreKey: 'total', isShown: true }] },
  ]);
});
