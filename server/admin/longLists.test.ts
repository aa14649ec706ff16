import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const linesOf = async (...args: string[]) => {
  const { code, out, err } = await command(args, database.url);
  expect([code, err]).toEqual([0, '']);
  return out.split('\n');
};
const rows = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;

it('patient list: every patient once, by facility and name, over many pages; each facility says how many', async () => {
  await client.query(
    `with home as (select id from facilities where is_default), who as (
       insert into users (first_name, last_name, facility_id) select 'Al', case when i % 2 = 0 then 'de Vries' else 'Đ Long' || i end, id from home, generate_series(1, 2500) i returning id, last_name)
     insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id)
       select who.id, 'LONG-' || who.id, 'Al', last_name, '1970-01-01', home.id from who, home`,
  );
  const wanted = await rows(
    `select p.mrn from patients p join facilities f on f.id = p.home_facility_id order by f.short_name, f.id, lower(p.last_name), lower(p.first_name), p.id`,
  );
  const lines = await linesOf('patient', 'list');
  expect(lines.map((line) => line.split(/\s/)[0])).toEqual(wanted.map(({ mrn }) => mrn));
  expect(
    await rows(`select e.facility_id from audit_events e where e.type = 'patients.listed'
      and (e.detail ->> 'patients')::int <> (select count(*) from patients p where p.home_facility_id = e.facility_id)`),
  ).toEqual([]);
});

it('invitation list: those that are open, over many pages, and with --all the others too', async () => {
  await client.query(
    `insert into invitations (kind, patient_id, subject_hash, pin_hash, expires_at, used_at)
     select 'patient', p.id, sha256(p.mrn::bytea), sha256(p.mrn::bytea), now() + interval '1 day', case when p.id % 3 = 0 then now() end from patients p where p.mrn like 'LONG-%'`,
  );
  const ids = async (where: string) =>
    (await rows(`select id from invitations where ${where} order by id`)).map(({ id }) => String(id));
  const idsOf = (lines: readonly string[]) => lines.map((line) => line.trim().split(' ')[0]);
  expect(idsOf(await linesOf('invitation', 'list'))).toEqual(
    await ids('used_at is null and revoked_at is null and expires_at > now()'),
  );
  expect(idsOf(await linesOf('invitation', 'list', '--all'))).toEqual(await ids('true'));
});

it('responses: each once, in batches that leave an audit row for each of their patients', async () => {
  await client.query(
    `insert into assigned_questionnaires (patient_id, template_id, status, closed_at, answered_revision, completion_key, answers, scores)
     select a.patient_id, a.template_id, 'Completed', timestamptz '2019-03-05 12:00:00.123456Z' + (i / 7) * interval '1 microsecond', a.answered_revision, 'long-' || i, a.answers, a.scores
     from generate_series(1, 1234) i, (select * from assigned_questionnaires where status = 'Completed' order by id limit 1) a`,
  );
  const asked = ['responses', '--since', '2019-03-01', '--until', '2019-03-31'];
  const wanted = await rows(
    `select id from assigned_questionnaires where closed_at < '2019-04-01' order by closed_at, id`,
  );
  const lines = await linesOf(...asked, '--ndjson');
  const Id = /"id":"assigned-(\d+)"/;
  expect(lines.map((line) => Id.exec(line)?.[1])).toEqual(wanted.map(({ id }) => id));
  expect(
    (
      await rows(
        "select detail ->> 'responses' as given from audit_events where type = 'responses.exported' order by id",
      )
    ).map(({ given }) => given),
  ).toEqual(['500', '500', '234']);
  const bundle = v.parse(
    v.looseObject({ entry: v.array(v.unknown()) }),
    JSON.parse((await linesOf(...asked)).join('\n')),
  );
  expect(bundle.entry).toHaveLength(wanted.length);
});
