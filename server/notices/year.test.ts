import pg from 'pg';
import { FacilityId, PatientId } from '@portal/api';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setDeceased } from '../account/deceased.ts';
import { tellOfAgeEnds } from '../contacts/ageNotices.ts';
import { remindOfEnds } from '../contacts/endReminders.ts';
import { type Pool, connectionConfig, openPool } from '../db/pool.ts';
import { type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';
import { tellOfLateRequests } from '../secureMessages/lateRequests.ts';
import { tellOfUnopened } from '../secureMessages/unopened.ts';
import { tellNext } from './notices.ts';
import { tellDue } from './send.ts';
import { eventsOfYear, peopleOfYear, random } from '../../tests/server/year.ts';
import { accessesOfYear, othersOfYear } from '../../tests/server/yearOfOthers.ts';

/*
 * A year at a facility with a simulated clock: visits are cancelled and moved, messages come in and are read, results are held, released,
 * corrected and read, requests wait, accesses end, children grow up, patients die, and servers die during a turn and are off for days. The notices are then checked with the database's own time arithmetic. `npm run year` runs it with 2,000 patients.
 */

const patients = Number(process.env['NOTICE_PATIENTS'] ?? 48);
const [start, end] = [Date.UTC(2027, 0, 4), Date.UTC(2028, 0, 4)];
const [hour, day] = [3_600_000, 86_400_000];
/** How often servers look for notices, and so how late a notice may be. */
const step = patients > 500 ? hour / 2 : hour;
const late = `interval '${step / 60_000 + 1} minutes'`;
/** When no server runs. */
const outages = [60, 130, 200, 270].map((days, place) => start + days * day + (place % 2 === 0 ? 7 : 13) * hour);
const isAway = (now: number): boolean => outages.some((from) => now >= from && now < from + 2 * day);
const log = pino({ level: 'silent' });

let database: TestDatabase;
let client: pg.Client;
const pools: Pool[] = [];
const query = async (sql: string, values: readonly unknown[] = []) =>
  (await client.query<Record<string, unknown>>(sql, [...values])).rows;
const count = async (sql: string): Promise<number> =>
  Number((await query(`select count(*) as n from (${sql}) q`))[0]?.['n']);

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client(connectionConfig(database.url));
  await client.connect();
  pools.push(...[1, 2].map(() => openPool(database.url, 4, () => undefined)));
  await peopleOfYear(query, patients);
  await accessesOfYear(query);
}, 120_000);
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await client.end();
  await database.drop();
});

/** A server that dies after writing everything and before the commit. */
const dieIn = (pool: Pool, now: Date): Promise<unknown> =>
  pool
    .tx(async (tx) => {
      await tellDue(tx, now, 50, null);
      throw new Error('dead');
    })
    .catch(() => undefined);

const zoned = (column: string): string => `(${column} at time zone f.time_zone)`;
const days = `(case s.appointment_offset when 'OnDay' then 0 when '1Day' then 1 when '2Days' then 2 when '3Days' then 3 when '1Week' then 7 when '2Weeks' then 14 when '3Weeks' then 21 when '4Weeks' then 28 end)`;
const away = outages.map(
  (from) => `tstzrange('${new Date(from).toISOString()}', '${new Date(from + 2 * day).toISOString()}')`,
);
const people =
  'year_living p join facilities f on f.id = p.home_facility_id join patient_reminder_settings s on s.patient_id = p.id';

/** SQL: the mail server accepts it at once. */
const accepted = "state = 'sent', ended_at = now(), recipient = null, content = null";

/** What goes out beside the notices of patients, in one turn. */
async function runOtherJobs(pool: Pool, at: Date): Promise<void> {
  const told = await Promise.all([
    remindOfEnds(pool, at, null),
    tellOfAgeEnds(pool, at, null),
    tellOfUnopened(pool, at),
    tellOfLateRequests(pool, at),
  ]);
  if (told.every((count) => count === 0)) return;
  await query(
    `with mail as (select id, kind, recipient from mails where state = 'queued' and kind <> 'notice'),
       sent as (update mails m set ${accepted} from mail where mail.id = m.id)
     insert into year_mails select $1, kind, recipient from mail`,
    [at.toISOString()],
  );
}
const sendNotices = () => query(`update mails set ${accepted} where state = 'queued' and kind = 'notice'`);

async function runNotices(at: Date): Promise<{ readonly turns: number; readonly idle: number }> {
  let [turns, idle] = [0, 0];
  // Two servers at once, as long as there is anything to do.
  for (;;) {
    const done = await Promise.all(pools.map((pool) => tellNext(pool, at, { portalUrl: null, log })));
    turns += 1;
    if (done.some((turn) => turn.messages > 0)) await sendNotices();
    if (done.every((turn) => turn.patients === 0)) return { turns, idle };
    idle += done.filter((turn) => turn.patients > 0 && turn.things === 0).length;
  }
}

const Died = v.object({ patientId: PatientId, facilityId: FacilityId });
async function die(pool: Pool, patientId: unknown, at: number): Promise<void> {
  const [row] = await query(
    'select id::int as "patientId", home_facility_id::int as "facilityId" from patients where id = $1',
    [patientId],
  );
  await pool.tx((tx) =>
    setDeceased(tx, v.parse(Died, row), true, { userId: null, role: 'admin', name: 'a test', sessionId: null }),
  );
  await query('update year_deaths set died_at = $2 where patient_id = $1', [patientId, new Date(at).toISOString()]);
}

test(`a year of ${patients} patients: each thing is told once, by day, and never when it is no more`, async () => {
  const all = [...(await eventsOfYear(query, start, step)), ...(await othersOfYear(query, start, step))].toSorted(
    (a, b) => a.at - b.at,
  );
  let [next, turns, deaths, idle] = [0, 0, 0, 0];
  for (let now = start; now < end; now += step) {
    for (let event = all[next]; event !== undefined && event.at <= now; next += 1, event = all[next])
      await ('died' in event ? die(pools[0] ?? fail(), event.died, event.at) : query(event.sql, event.values));
    if (isAway(now)) continue;
    const at = new Date(now);
    if (random(40) === 0) {
      deaths += 1;
      await dieIn(pools[0] ?? fail(), at);
    }
    // All jobs of a server run at once.
    const [done] = await Promise.all([runNotices(at), runOtherJobs(pools[1] ?? fail(), at)]);
    turns += done.turns;
    idle += done.idle;
  }
  const [counts] = await query(
    `select count(*)::int as things, count(distinct message_key)::int as messages, count(*) filter (where kind = 'appointment')::int as visits,
       count(*) filter (where kind = 'secureMessage')::int as "secureMessages", count(*) filter (where kind = 'questionnaire')::int as questionnaires,
       count(*) filter (where kind = 'record')::int as news from notices`,
  );
  process.stdout.write(`${JSON.stringify({ patients, events: all.length, turns, idle, deaths, ...counts })}\n`);
  expect(deaths).toBeGreaterThan(100);

  // Every row has its message, and every message has its rows.
  expect(
    await count(
      "select from notices n full join (select * from mails where kind = 'notice') m on m.message_key = n.message_key where n.id is null or m.id is null",
    ),
  ).toBe(0);
  // Only outside of the quiet hours. All notices of a patient at one time are one message for each channel.
  expect(
    await count(
      `select from notices n join ${people} on p.id = n.patient_id where ${zoned('n.told_at')}::time not between '08:00' and '20:59:59'`,
    ),
  ).toBe(0);
  expect(
    await count('select from notices group by patient_id, channel, told_at having count(distinct message_key) > 1'),
  ).toBe(0);

  // Visits that were not changed, by offset: one notice on each channel, at nine on the right day or as soon as the visit was booked.
  const told = `select t.appointment_id, t.starts_at, t.since, t.gone_at, c.channel, f.time_zone, ${days} as days,
      array(select n.told_at from notices n where n.kind = 'appointment' and n.thing_id = t.appointment_id and n.channel = c.channel
        and n.occasion like to_char(t.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') || '%') as told_at
    from year_times t join appointments a on a.id = t.appointment_id join ${people} on p.id = a.patient_id
      join lateral (select 'Email' as channel where s.appointment_email union all select 'Sms' where s.appointment_sms) c on true
    where ${days} is not null`;
  await query(
    `create table year_told as select *, (((starts_at at time zone time_zone)::date - days) + time '09:00') at time zone time_zone as usual from (${told}) q`,
  );
  expect(await count('select from year_told')).toBeGreaterThan(patients * 4);
  expect(await count('select from year_told where cardinality(told_at) > 1')).toBe(0);
  expect(await count('select from year_told where told_at[1] >= gone_at or told_at[1] >= starts_at')).toBe(0);
  const reachable = `greatest(usual, since) + interval '2 hours' < least(gone_at, starts_at, '${new Date(end).toISOString()}')`;
  const unhindered = away
    .map((range) => `not tstzrange(greatest(usual, since), greatest(usual, since) + interval '2 hours') && ${range}`)
    .join(' and ');
  const byDay = `(greatest(usual, since) at time zone time_zone)::time between '08:00' and '19:00'`;
  expect(
    await count(
      `select from year_told where ${reachable} and ${byDay} and ${unhindered} and days > 0 and cardinality(told_at) = 0`,
    ),
  ).toBe(0);
  expect(
    await count(
      `select from year_told where ${reachable} and ${byDay} and ${unhindered} and days > 0 and told_at[1] > greatest(usual, since) + ${late}`,
    ),
  ).toBe(0);
  expect(await count(`select from year_told where days > 0 and told_at[1] < greatest(usual, since)`)).toBe(0);
  // After an outage, notices of what is still to come are sent late.
  expect(
    await count(`select from year_told where days > 0 and told_at[1] > greatest(usual, since) + interval '12 hours'`),
  ).toBeGreaterThan(0);

  // Messages: one notice on each channel if they were unread when the quiet hours ended, and none after they were read.
  const messages = `select m.sent_at, m.read_at, f.time_zone, array(select n.told_at from notices n where n.kind = 'secureMessage' and n.thing_id = m.id and n.channel = c.channel) as told_at
    from secure_messages m join ${people} on p.id = m.patient_id
      join lateral (select 'Email' as channel where s.secure_message_email union all select 'Sms' where s.secure_message_sms) c on true
    where p.last_name = 'Year' and not m.is_from_patient and not ${away.map((range) => `tstzrange(m.sent_at, m.sent_at + interval '12 hours') && ${range}`).join(' and not ')}`;
  await query(`create table year_messages as ${messages}`);
  expect(
    await count(
      'select from year_messages where cardinality(told_at) > 1 or told_at[1] > read_at or told_at[1] < sent_at',
    ),
  ).toBe(0);
  const inDaytime = "(sent_at at time zone time_zone)::time between '08:00' and '19:00'";
  expect(
    await count(
      `select from year_messages where ${inDaytime} and read_at > sent_at + ${late} and (cardinality(told_at) = 0 or told_at[1] > sent_at + ${late})`,
    ),
  ).toBe(0);
  expect(
    await count(
      `select from year_messages where not ${inDaytime} and read_at > sent_at + interval '13 hours' and cardinality(told_at) = 0`,
    ),
  ).toBe(0);
  expect(await count(`select from year_messages where cardinality(told_at) = 1`)).toBeGreaterThan(patients);

  // The record: each version once on each channel, after it opened and before it was read or replaced; nothing that never opened.
  const news = `select y.opens_at, coalesce(y.gone_at, 'infinity') as gone_at, f.time_zone, s.record_timing as timing,
      array(select n.told_at from notices n where n.kind = 'record' and n.thing_id = r.id and n.channel = c.channel
        and n.told_at >= y.opens_at and n.told_at < coalesce(y.gone_at, 'infinity')) as told_at
    from year_news y join record_resources r on r.source = 'year' and r.resource_id = y.key join ${people} on p.id = r.patient_id
      join lateral (select 'Email' as channel where s.record_email union all select 'Sms' where s.record_sms) c on true`;
  await query(`create table year_told_news as ${news}`);
  const newsTold = await count(
    "select from notices n join year_living p on p.id = n.patient_id where n.kind = 'record'",
  );
  expect(newsTold).toBeGreaterThan(patients);
  expect(await count('select from year_told_news where cardinality(told_at) > 1')).toBe(0);
  expect(await count('select from year_told_news where cardinality(told_at) = 1')).toBe(newsTold);
  expect(await count("select from year_told_news where timing = 'Off' and cardinality(told_at) > 0")).toBe(0);
  // What stayed unread is told: in daytime soon, by night in the morning, and once a day by the next but one at the latest.
  const soon = `interval '10 minutes' + 2 * ${late}`;
  for (const [which, within] of [
    [`timing is distinct from 'Daily' and (opens_at at time zone time_zone)::time between '08:00' and '18:00'`, soon],
    [`timing is distinct from 'Daily'`, `interval '13 hours' + ${soon}`],
    [`timing = 'Daily'`, `interval '24 hours' + ${soon}`],
  ] as const) {
    const due = `timing is distinct from 'Off' and ${which} and least(gone_at, '${new Date(end).toISOString()}') > opens_at + ${within}
      and not ${away.map((range) => `tstzrange(opens_at, opens_at + ${within}) && ${range}`).join(' and not ')}`;
    expect(await count(`select from year_told_news where ${due}`), which).toBeGreaterThan(0);
    expect(
      await count(
        `select from year_told_news where ${due} and (cardinality(told_at) = 0 or told_at[1] > opens_at + ${within})`,
      ),
      which,
    ).toBe(0);
  }
  // What was due while no server ran is told as soon as one runs and it is day.
  const onTime = away
    .map((range) => `not tstzrange(told_at[1] - interval '24 hours', told_at[1]) && ${range}`)
    .join(' and ');
  expect(
    await count(
      `select from year_told_news where timing = 'Daily' and (told_at[1] at time zone time_zone)::time < '09:00' and ${onTime}`,
    ),
  ).toBe(0);
  // What is left in the queue is held.
  expect(await count('select from record_news where not is_held')).toBe(0);

  // Requests: the patient hears once on each channel that an answer is late, if it is; the office at once.
  await query(
    `create table year_late as select r.promised_by, r.office_told_at, coalesce(r.answered_at, 'infinity') as answered_at, c.channel is not null as is_wanted,
       array(select n.told_at from notices n where n.kind = 'secureMessage' and n.thing_id = r.message_id and n.channel = c.channel) as told_at
     from secure_requests r join ${people} on p.id = r.patient_id
       left join lateral (select 'Email' as channel where s.secure_message_email union all select 'Sms' where s.secure_message_sms) c on true
     where p.last_name = 'Year' and r.promised_by < '${new Date(end - 2 * day).toISOString()}'
       and not ${away.map((range) => `tstzrange(r.promised_by, r.promised_by + interval '14 hours') && ${range}`).join(' and not ')}`,
  );
  expect(
    await count(
      'select from year_late where cardinality(told_at) > 1 or told_at[1] < promised_by or told_at[1] >= answered_at',
    ),
  ).toBe(0);
  const stillLate = `is_wanted and answered_at > promised_by + interval '13 hours'`;
  expect(await count(`select from year_late where ${stillLate}`)).toBeGreaterThan(patients / 4);
  expect(
    await count(
      `select from year_late where ${stillLate} and (cardinality(told_at) = 0 or told_at[1] > promised_by + interval '13 hours')`,
    ),
  ).toBe(0);
  expect(
    await count(
      `select from year_late where (answered_at <= promised_by) <> (office_told_at is null) and answered_at not between promised_by and promised_by + ${late}`,
    ),
  ).toBe(0);
  expect(
    await count(`select from year_late where office_told_at not between promised_by and promised_by + ${late}`),
  ).toBe(0);

  await checkAccesses();
}, 3_600_000);

/** Ends of accesses and rights that end by age: both sides once each, by day, and nobody after a death. */
async function checkAccesses(): Promise<void> {
  await query(
    `create table year_heard as select m.at, m.kind, a.*, d.died_at, f.time_zone, m.recipient = a.email as is_representative
     from year_mails m join year_accesses a on true join patients p on p.id = a.patient_id join facilities f on f.id = p.home_facility_id
       left join year_deaths d on d.patient_id = a.patient_id
     where m.recipient in (a.email, p.email_address)`,
  );
  expect(await count("select from year_mails where recipient <> 'office@example.org'")).toBe(
    await count('select from year_heard'),
  );
  expect(
    await count(
      "select from year_heard where (at at time zone time_zone)::time not between '08:00' and '20:59:59' or at > died_at",
    ),
  ).toBe(0);
  expect(
    await count('select from notices n join year_deaths d on d.patient_id = n.patient_id where n.told_at > d.died_at'),
  ).toBe(0);
  expect(await count("select from mails m where m.state = 'queued'")).toBe(0);

  const missed = (from: string, within: string): string =>
    away.map((range) => `not tstzrange(${from}, ${from} + ${within}) && ${range}`).join(' and ');
  await query(
    `create table year_ends_told as select e.*, q.usual, kind, array(select h.at from year_heard h where h.kind = k.kind and h.contact_id = e.contact_id
         and h.at >= e.since and h.at < coalesce(e.gone_at, 'infinity')) as told_at
     from year_ends e join year_accesses a using (contact_id) join year_living p on p.id = a.patient_id join facilities f on f.id = p.home_facility_id
       join (values ('givenAccessEnds', false), ('ownAccessEnds', false), ('givenPartEnds', true), ('ownPartEnds', true)) k (kind, is_part) using (is_part)
       cross join lateral (select (e.last_day - 14 + time '09:00') at time zone f.time_zone as usual) q`,
  );
  const within = `interval '1 hour' + ${late}`;
  const due = `usual + ${within} < least(gone_at, '${new Date(end).toISOString()}') and ${missed('usual', within)}`;
  for (const isPart of [false, true])
    expect(await count(`select from year_ends_told where is_part = ${String(isPart)} and ${due}`)).toBeGreaterThan(
      patients / 5,
    );
  expect(await count('select from year_ends_told where cardinality(told_at) > 1 or told_at[1] < usual')).toBe(0);
  expect(
    await count(
      `select from year_ends_told where ${due} and (cardinality(told_at) = 0 or told_at[1] > usual + ${within})`,
    ),
  ).toBe(0);

  await query(
    `create table year_ages_told as select k.kind, q.usual, array(select h.at from year_heard h where h.kind = k.kind and h.contact_id = a.contact_id) as told_at
     from year_accesses a join year_living p on p.id = a.patient_id join facilities f on f.id = p.home_facility_id
       cross join (values ('givenAccessLessSoon', 14), ('ownAccessLessSoon', 14), ('givenAccessLess', 0), ('ownAccessLess', 0)) k (kind, days)
       cross join lateral (select (a.birthday - k.days + time '09:00') at time zone f.time_zone as usual) q
     where a.is_by_age`,
  );
  expect(await count('select from year_ages_told')).toBeGreaterThan(patients / 2);
  expect(
    await count(
      `select from year_ages_told where cardinality(told_at) <> 1 or told_at[1] < usual or (told_at[1] > usual + ${within} and ${missed('usual', within)})`,
    ),
  ).toBe(0);
}

function fail(): never {
  throw new Error('there is no pool');
}

test('a turn with nothing due is one look at an index', async () => {
  // With so few rows the planner may prefer to read them all.
  await query('set enable_seqscan = off');
  const [row] = await query(
    "explain (analyze, format json) select patient_id from notice_agenda where look_at <= '2027-01-01' order by look_at limit 50 for update skip locked",
  );
  expect(JSON.stringify(row)).toMatch(/Index (Only )?Scan/);
  const began = performance.now();
  const turns = 200;
  for (let turn = 0; turn < turns; turn += 1) {
    const done = await tellNext(pools[0] ?? fail(), new Date(Date.UTC(2026, 0, 1)), { portalUrl: null, log });
    expect(done).toEqual({ patients: 0, things: 0, messages: 0 });
  }
  process.stdout.write(`${((performance.now() - began) / turns).toFixed(2)} ms a turn with nothing due\n`);
});
