import { setTimeout as wait } from 'node:timers/promises';
import { FacilityId, listActivity, listLabResults } from '@portal/api';
import pg from 'pg';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { registeredPair } from '../account/registration.ts';
import { connectionConfig } from '../db/pool.ts';
import { followMerge } from './followUp.ts';
import { mergePatients } from './merge.ts';
import { tableRules } from './tables.ts';

let server: TestServer;
const admin = (...args: readonly string[]) => command(args, server.databaseUrl);
const merge = (from: string, into: string) =>
  admin('patient', 'merge', '--from', from, '--into', into, '--facility', 'Northlight');
const unmerge = (from: string) => admin('patient', 'unmerge', from, '--facility', 'Northlight');

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

it('has a rule for every table with a patient', async () => {
  const rows = await server.query(
    `select distinct c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name ~ 'patient_id$' and c.table_name <> 'patients'
     union select conrelid::regclass::text from pg_constraint where contype = 'f' and confrelid = 'patients'::regclass
     order by name`,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(tableRules).toSorted());
});

/** Every row of two patients, but for what a merge leaves where it is. */
async function rowsOf(ids: readonly unknown[]) {
  const all = await Promise.all(
    Object.entries(tableRules)
      .filter(([, { how }]) => how !== 'left')
      .map(async ([table]) => [
        table,
        (
          await server.query(
            `select to_jsonb(t) - 'first_opened_at' as row from ${table} t where patient_id = any($1::bigint[]) order by to_jsonb(t)::text`,
            [ids],
          )
        ).map(({ row }) => row),
      ]),
  );
  return Object.fromEntries(all);
}
const countsOf = (rows: Readonly<Record<string, unknown[]>>) =>
  Object.fromEntries(Object.entries(rows).map(([table, { length }]) => [table, length]));
const idOf = async (mrn: string) => (await server.query('select id from patients where mrn = $1', [mrn]))[0]?.['id'];

it('moves everything, loses and doubles nothing, and puts everything back', async () => {
  const [old, kept] = [await idOf('NL-40127'), await idOf('NL-40873')];
  await server.query("update patients set date_of_birth = '1971-03-14' where id = $1", [kept]);
  const [before, oldBefore] = [await rowsOf([old, kept]), await rowsOf([old])];
  expect(Object.values(countsOf(oldBefore)).filter((count) => count > 0).length).toBeGreaterThan(20);

  const browser = await server.signedIn('patient');
  expect(await merge('NL-40127', 'NL-40873')).toMatchObject({ code: 0 });
  // What was left is what both had.
  expect(countsOf(await rowsOf([old, kept]))).toEqual({ ...countsOf(before), former_record_numbers: 1 });
  const leftBehind = countsOf(await rowsOf([old]));
  for (const table of [
    'record_resources',
    'observations',
    'secure_messages',
    'assigned_questionnaires',
    'appointments',
  ])
    expect([table, leftBehind[table]]).toEqual([table, 0]);

  // Both had an account: the other one's owner is told, at the page that is open and at the next log-in.
  expect((await browser.refresh()).body).toEqual({ error: 'account_joined' });
  expect((await server.browser().logIn('patient')).body).toEqual({ error: 'account_joined' });
  expect((await server.browser().logIn('patient', 'wrong')).body).toEqual({ error: 'invalid_grant' });
  const staying = await server.signedIn('noemail');
  const { patientId, userId } = await server.ids('noemail');
  expect((await staying.call(listLabResults, { params: { patientId: patientId ?? 0 } })).text).toContain('Vitamin D');
  const log = await staying.call(listActivity, {
    params: { userId },
    query: { startDate: '2020-01-01', endDate: '2099-01-01' },
  });
  expect(log.text).toContain('"act":"recordsJoined"');
  expect(log.text).toContain('NL-40127');

  expect(await merge('NL-40127', 'NL-40873')).toMatchObject({ code: 0, out: expect.stringContaining('already') });
  expect(await unmerge('NL-40127')).toMatchObject({ code: 0 });
  expect(await rowsOf([old])).toEqual(oldBefore);
  expect(await rowsOf([old, kept])).toEqual(before);
  expect(await idOf('NL-40127')).toBe(old);
  expect((await staying.refresh()).body).toEqual({ error: 'records_joined' });
  expect((await server.browser().logIn('patient')).status).toBe(200);
  expect((await unmerge('NL-40127')).err).toContain('no record with this number was joined');
  expect(await server.brokenAuditRows()).toEqual([]);
});

it('moves the only account, and gives it back', async () => {
  const made = await admin(
    ...'patient create --facility Northlight --mrn NL-1 --first Barnaby'.split(' '),
    ...'--last Quillfeather --born 1988-11-02'.split(' '),
  );
  expect(made.code).toBe(0);
  const browser = await server.signedIn('newpatient');
  const kept = await idOf('NL-1');
  const { userId, patientId } = await server.ids('newpatient');
  expect(await merge('NL-40500', 'NL-1')).toMatchObject({ code: 0 });
  expect((await browser.refresh()).body).toEqual({ error: 'records_joined' });
  expect((await server.browser().logIn('newpatient')).status).toBe(200);
  expect(await server.ids('newpatient')).toMatchObject({ userId, patientId: kept });
  expect(await unmerge('NL-40500')).toMatchObject({ code: 0 });
  expect(await server.ids('newpatient')).toMatchObject({ userId, patientId });
});

it('goes on over several records, and back in the same order', async () => {
  for (const mrn of ['NL-A', 'NL-B', 'NL-C'])
    await admin(
      ...`patient create --facility Northlight --mrn ${mrn} --first Ada`.split(' '),
      ...'--last Pike --born 1970-01-01'.split(' '),
    );
  expect(await merge('NL-A', 'NL-B')).toMatchObject({ code: 0 });
  expect(await merge('NL-B', 'NL-C')).toMatchObject({ code: 0 });
  // Both old numbers lead to the record that is left.
  for (const mrn of ['NL-A', 'NL-B']) expect((await merge(mrn, 'NL-C')).out).toContain('already');
  const again = await admin(
    ...'patient create --facility Northlight --mrn NL-A --first Ada'.split(' '),
    ...'--last Pike --born 1970-01-01'.split(' '),
  );
  expect(again.err).toContain('or had');
  expect((await unmerge('NL-A')).err).toContain('part those first');
  expect(await unmerge('NL-B')).toMatchObject({ code: 0 });
  expect(await unmerge('NL-A')).toMatchObject({ code: 0 });
});

it('joins nobody who could be somebody else', async () => {
  expect((await merge('NL-40873', 'NL-41246')).err).toContain('differ in name and date of birth');
  expect((await merge('NL-40873', 'nobody')).err).toContain('No patient of the facility');
  await server.query(
    "insert into contact_changes (patient_id, facility_id, request_key, old_details, new_details) select id, home_facility_id, 'a', '{}', '{}' from patients where mrn in ('NL-A', 'NL-B')",
  );
  expect((await merge('NL-A', 'NL-B')).err).toContain('contact-changes');
});

const made = async (...mrns: readonly string[]) => {
  for (const mrn of mrns)
    expect(
      await admin(
        ...`patient create --facility Northlight --mrn ${mrn} --first Ada`.split(' '),
        ...'--last Late --born 1971-01-01'.split(' '),
      ),
    ).toMatchObject({ code: 0 });
};

it('has a write that waited for it follow, and puts that back too', async () => {
  await made('NL-L1', 'NL-L2');
  const [old, kept] = [await idOf('NL-L1'), await idOf('NL-L2')];
  const [facility] = await server.query('select home_facility_id::int as id from patients where id = $1', [old]);
  const facilityId = v.parse(FacilityId, facility?.['id']);
  const clerk = { userId: null, role: 'admin', name: 'a test', sessionId: null } as const;
  const log = pino({ level: 'silent' });
  // A connection of its own: while it waits, the test looks at it by another one.
  const writer = new pg.Client(connectionConfig(server.ownerUrl));
  await writer.connect();
  const write = (type: string) =>
    writer.query(
      "insert into appointments (patient_id, facility_id, kind, starts_at, type, status) values ($1, $2, 'ExternalAppointment', '2099-01-01', $3, 'Scheduled')",
      [old, facilityId, type],
    );
  const ownerOf = async (type: string) =>
    (await server.query('select patient_id from appointments where type = $1', [type]))[0]?.['patient_id'];
  let waiting: Promise<unknown> = Promise.resolve();
  await server.tx(async (tx) => {
    const [given, staying] = await registeredPair(tx, facilityId, ['NL-L1', 'NL-L2']);
    if (given === null || staying === null) throw new Error('they are not there');
    await mergePatients(tx, given, staying, clerk);
    waiting = write('waited');
    const isWaiting =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into appointments%'";
    while ((await server.query(isWaiting)).length === 0) await wait(10);
  });
  await waiting;
  expect(await ownerOf('waited')).toBe(old);
  while (await followMerge(server.pool, log));
  expect(await ownerOf('waited')).toBe(kept);
  // A minute later it looks again.
  await write('later');
  expect(await followMerge(server.pool, log)).toBe(false);
  await server.query("update patient_merges set follow_at = now() where from_mrn = 'NL-L1'");
  await Promise.all([followMerge(server.pool, log), followMerge(server.pool, log)]);
  expect(await ownerOf('later')).toBe(kept);
  // After a day it does no more.
  await server.query(
    "update patient_merges set follow_at = now(), merged_at = now() - interval '2 days' where from_mrn = 'NL-L1'",
  );
  await followMerge(server.pool, log);
  expect(await server.query("select follow_at from patient_merges where from_mrn = 'NL-L1'")).toEqual([
    { follow_at: null },
  ]);
  await writer.end();
  expect(await unmerge('NL-L1')).toMatchObject({ code: 0 });
  expect([await ownerOf('waited'), await ownerOf('later')]).toEqual([old, old]);
});

it('keeps an invitation open that somebody has got, though both records have them as a contact', async () => {
  await made('NL-I1', 'NL-I2');
  await server.query(
    `with both_have as (
       insert into contacts (patient_id, first_name, last_name, relationship_id, email, language)
       select p.id, 'Jo', 'Late', (select id from relationships where code = 'Other'), 'jo@mail.example', 'en' from patients p where p.mrn in ('NL-I1', 'NL-I2')
       returning id, patient_id)
     insert into invitations (kind, subject_hash, pin_hash, patient_id, email, first_name, last_name, expires_at, contact_id)
     select 'representative', sha256('link'), sha256('pin'), p.id, 'jo@mail.example', 'Jo', 'Late', now() + interval '14 days', c.id
     from both_have c join patients p on p.id = c.patient_id where p.mrn = 'NL-I1'`,
  );
  const [old, kept] = [await idOf('NL-I1'), await idOf('NL-I2')];
  const isOf = async () =>
    (
      await server.query(
        "select i.patient_id, c.patient_id as contact_of from invitations i join contacts c on c.id = i.contact_id where i.subject_hash = sha256('link')",
      )
    )[0];
  expect(await merge('NL-I1', 'NL-I2')).toMatchObject({ code: 0 });
  expect(await isOf()).toEqual({ patient_id: kept, contact_of: kept });
  expect(await unmerge('NL-I1')).toMatchObject({ code: 0 });
  expect(await isOf()).toEqual({ patient_id: old, contact_of: old });
});

it('of records that two merges share, one waits for the other, in whatever order', async () => {
  const pairs: readonly (readonly [string, string])[][] = [
    [
      ['1', '2'],
      ['2', '1'],
    ],
    [
      ['1', '2'],
      ['2', '3'],
    ],
    [
      ['1', '3'],
      ['2', '3'],
    ],
    [
      ['1', '2'],
      ['2', '3'],
      ['3', '1'],
    ],
  ];
  for (const [round, merges] of [...pairs, ...pairs].entries()) {
    const name = (place: string) => `NL-S${round}-${place}`;
    await made(...['1', '2', '3'].map(name));
    const done = await Promise.all(merges.map(([from, into]) => merge(name(from), name(into))));
    for (const { code, err, out } of done)
      expect(code === 0 ? out : err).toMatch(
        /is joined with|of one record already|has been joined with another record already/,
      );
    expect(done.some(({ code }) => code === 0)).toBe(true);
    // Every number leads to one record, and none in a circle.
    const ends = await server.query(`select p.id from patients p where p.last_name = 'Late' and p.mrn like $1 || '%'`, [
      name(''),
    ]);
    const standing = await server.query(
      `select 1 from patient_merges where undone_at is null and from_mrn like $1 || '%'`,
      [name('')],
    );
    expect(ends.length + standing.length).toBe(3);
  }
});
