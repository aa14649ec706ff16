import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pool, connectionConfig, openPool } from '../db/pool.ts';
import { type TestDatabase, testDatabase } from '../testing.ts';
import { tellNext } from './notices.ts';
import { tellDue } from './send.ts';

/*
 * A year of a facility's life with the clock in hand: visits are cancelled and moved, messages come in and are read, servers die in the
 * middle and are away for days. What was told is then checked by the database's own clocks. `npm run year` does it over 2,000 patients.
 */

const patients = Number(process.env['NOTICE_PATIENTS'] ?? 100);
const [start, end] = [Date.UTC(2027, 0, 4), Date.UTC(2028, 0, 4)];
const [hour, day] = [3_600_000, 86_400_000];
/** How often servers look; also how late something may be. */
const step = patients > 500 ? hour / 2 : hour;
const late = `interval '${step / 60_000 + 1} minutes'`;
const zones = [
  'America/New_York',
  'America/Phoenix',
  'Europe/Lisbon',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
];
/** Times at which no server runs. */
const outages = [start + 60 * day + 7 * hour, start + 200 * day + 13 * hour];
const isAway = (now: number): boolean => outages.some((from) => now >= from && now < from + 2 * day);
const log = pino({ level: 'silent' });

let database: TestDatabase;
let client: pg.Client;
const pools: Pool[] = [];
const query = async (sql: string, values: readonly unknown[] = []) =>
  (await client.query<Record<string, unknown>>(sql, [...values])).rows;
const count = async (sql: string): Promise<number> =>
  Number((await query(`select count(*) as n from (${sql}) q`))[0]?.['n']);

/** The same numbers each time. */
let seed = 42;
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client(connectionConfig(database.url));
  await client.connect();
  pools.push(...[1, 2].map(() => openPool(database.url, 4, () => undefined)));
  await query('delete from patient_reminder_settings');
  await query('delete from notice_agenda');
  await query(
    `insert into facilities (name, portal_name, short_name, time_zone, capabilities)
     select 'F' || n, 'Portal ' || n, 'F' || n, ($1::text[])[n], capabilities from facilities, generate_series(1, $2) n where is_default`,
    [zones, zones.length],
  );
  // Every offset in every zone, by mail, text message or both.
  await query(
    `with f as (select id, row_number() over (order by id) - 1 as place from facilities where name like 'F%' and short_name = name),
       u as (insert into users (first_name, last_name, facility_id, language) select 'P' || n, 'Year', f.id, (array['en', 'es', 'fr', 'pt', 'zh'])[1 + n % 5]
         from generate_series(0, $1 - 1) n join f on f.place = n % $2 returning id, facility_id, first_name),
       p as (insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id, email_address)
         select id, first_name, first_name, 'Year', '1970-01-01', facility_id, lower(first_name) || '@example.org' from u returning id, substr(first_name, 2)::int as n)
     insert into patient_reminder_settings (patient_id, appointment_email, appointment_sms, follow_up_email, follow_up_sms, secure_message_email, secure_message_sms,
       questionnaire_email, questionnaire_sms, sms_phone_number, appointment_offset, follow_up_offset)
     select id, n % 3 < 2, n % 3 > 0, true, n % 5 = 0, n % 2 = 0, n % 4 = 0, n % 3 > 0, n % 7 = 0, '+1202555' || lpad(n::text, 4, '0'), offsets[1 + n % 11], offsets[1 + (n + 4) % 11]
     from p, (select array['OnDay', '1Day', '2Days', '3Days', '1Week', '2Weeks', '3Weeks', '4Weeks', 'WeeklyDigest', 'MonthlyDigest', 'Off'] as offsets) o`,
    [patients, zones.length],
  );
  await query("update patient_reminder_settings set told_since = '{}'");
  await query(
    "insert into secure_threads (patient_id, facility_id, provider_first_name, provider_last_name, subject) select p.id, p.home_facility_id, 'A', 'B', 'C' from patients p join patient_reminder_settings s on s.patient_id = p.id",
  );
  // What happened to a visit, for the checks: until when it stood as it is.
  await query(
    'create table year_times (appointment_id bigint, starts_at timestamptz, since timestamptz, gone_at timestamptz)',
  );
}, 120_000);
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await client.end();
  await database.drop();
});

interface Event {
  readonly at: number;
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** What happens to everybody over the year. */
async function events(): Promise<Event[]> {
  const found: Event[] = [];
  const moment = (from: number, days: number): number => from + random(days * 48) * step + 7 * 60_000;
  const [template] = await query('select min(id)::int as id from questionnaire_templates');
  for (const row of await query(
    'select p.id, p.home_facility_id as facility, t.id as thread from patients p join secure_threads t on t.patient_id = p.id where p.last_name = $1 order by p.id',
    ['Year'],
  )) {
    for (let visits = 0; visits < 6; visits += 1) {
      const key = `${String(row['id'])}/${visits}`;
      const booked = moment(start, 330);
      const startsAt = new Date(
        Math.floor((booked + (2 + random(45)) * day) / hour) * hour + 20 * 60_000,
      ).toISOString();
      found.push({
        at: booked,
        sql: `with a as (insert into appointments (patient_id, facility_id, kind, starts_at, type, status) values ($1, $2, 'ExternalAppointment', $3, $4, 'Scheduled') returning id)
          insert into year_times select id, $3, $5, null from a`,
        values: [row['id'], row['facility'], startsAt, key, new Date(booked).toISOString()],
      });
      const changed = booked + random(Math.max(1, (Date.parse(startsAt) - booked) / step)) * step;
      const fate = random(4);
      if (fate === 0)
        found.push({
          at: changed,
          sql: `with a as (update appointments set is_cancelled = true where type = $1 returning id) update year_times t set gone_at = $2 from a where t.appointment_id = a.id`,
          values: [key, new Date(changed).toISOString()],
        });
      if (fate === 1) {
        const to = new Date(Date.parse(startsAt) + (1 + random(10)) * day).toISOString();
        found.push({
          at: changed,
          sql: `with a as (update appointments set starts_at = $3 where type = $1 returning id), t as (update year_times set gone_at = $2 from a where appointment_id = a.id)
            insert into year_times select id, $3, $2, null from a`,
          values: [key, new Date(changed).toISOString(), to],
        });
      }
    }
    for (let messages = 0; messages < 4; messages += 1) {
      const at = moment(start, 350);
      const key = `${String(row['id'])}/${messages}`;
      found.push({
        at,
        sql: `insert into secure_messages (thread_id, patient_id, is_from_patient, author_first_name, author_last_name, content, sent_at, send_key) values ($1, $2, false, 'A', 'B', 'C', $3, $4)`,
        values: [row['thread'], row['id'], new Date(at).toISOString(), key],
      });
      const readAt = at + (1 + random(60)) * step;
      found.push({
        at: readAt,
        sql: 'update secure_messages set read_at = $2 where send_key = $1',
        values: [key, new Date(readAt).toISOString()],
      });
    }
    for (let forms = 0; forms < 2; forms += 1) {
      const at = moment(start, 300);
      const due = new Date(at + (2 + random(20)) * day).toISOString().slice(0, 10);
      found.push({
        at,
        sql: 'insert into assigned_questionnaires (patient_id, template_id, due_date, assigned_at) values ($1, $2, $3, $4)',
        values: [row['id'], template?.['id'], due, new Date(at).toISOString()],
      });
    }
  }
  return found.toSorted((a, b) => a.at - b.at);
}

/** A server that dies when everything is written and nothing committed. */
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
  'patients p join facilities f on f.id = p.home_facility_id join patient_reminder_settings s on s.patient_id = p.id';

test(`a year of ${patients} patients: each thing is told once, by day, and never when it is no more`, async () => {
  const all = await events();
  let [next, turns, deaths, idle] = [0, 0, 0, 0];
  for (let now = start; now < end; now += step) {
    for (; (all[next]?.at ?? end) <= now; next += 1) await query(all[next]?.sql ?? '', all[next]?.values);
    if (isAway(now)) continue;
    const at = new Date(now);
    if (random(40) === 0) {
      deaths += 1;
      await dieIn(pools[0] ?? fail(), at);
    }
    // Two servers at once, as long as there is anything to do.
    for (;;) {
      const done = await Promise.all(pools.map((pool) => tellNext(pool, at, { portalUrl: null, log })));
      turns += 1;
      // The mail server takes it at once.
      if (done.some((turn) => turn.messages > 0))
        await query(
          "update mails set state = 'sent', ended_at = now(), recipient = null, content = null where state = 'queued'",
        );
      if (done.every((turn) => turn.patients === 0)) break;
      idle += done.filter((turn) => turn.patients > 0 && turn.things === 0).length;
    }
  }
  const [counts] = await query(
    `select count(*)::int as things, count(distinct message_key)::int as messages, count(*) filter (where kind = 'appointment')::int as visits,
       count(*) filter (where kind = 'secureMessage')::int as "secureMessages", count(*) filter (where kind = 'questionnaire')::int as questionnaires from notices`,
  );
  process.stdout.write(`${JSON.stringify({ patients, events: all.length, turns, idle, deaths, ...counts })}\n`);
  expect(deaths).toBeGreaterThan(100);

  // Each row with its message, each message with its rows.
  expect(
    await count(
      'select from notices n full join mails m on m.message_key = n.message_key where n.id is null or m.id is null',
    ),
  ).toBe(0);
  // By day. Six channels and kinds of one patient at one moment are one message for each channel.
  expect(
    await count(
      `select from notices n join ${people} on p.id = n.patient_id where ${zoned('n.told_at')}::time not between '08:00' and '20:59:59'`,
    ),
  ).toBe(0);
  expect(
    await count('select from notices group by patient_id, channel, told_at having count(distinct message_key) > 1'),
  ).toBe(0);

  // Visits that stood unchanged, by offset: told once by each channel, at nine of the right day or as soon as they were booked.
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
  // After an outage what still is to come is told, late.
  expect(
    await count(`select from year_told where days > 0 and told_at[1] > greatest(usual, since) + interval '12 hours'`),
  ).toBeGreaterThan(0);

  // Messages: by each channel once if they were unread when it was day, and never after they were read.
  const messages = `select m.sent_at, m.read_at, f.time_zone, array(select n.told_at from notices n where n.kind = 'secureMessage' and n.thing_id = m.id and n.channel = c.channel) as told_at
    from secure_messages m join ${people} on p.id = m.patient_id
      join lateral (select 'Email' as channel where s.secure_message_email union all select 'Sms' where s.secure_message_sms) c on true
    where p.last_name = 'Year' and not ${away.map((range) => `tstzrange(m.sent_at, m.sent_at + interval '12 hours') && ${range}`).join(' and not ')}`;
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
}, 3_600_000);

function fail(): never {
  throw new Error('there is no pool');
}

test('a turn with nothing due is one look at an index', async () => {
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
