import { type Event, type Query, day, hour, momentsFrom, random } from './year.ts';

/**
 * Every patient has an account, half of them by an identity system alone. For one in four somebody acts until a day; one in four is a child whose
 * sixteenth birthday falls into the year, and for whom somebody sees the visits until a day; one in ten dies.
 */
export async function accessesOfYear(query: Query): Promise<void> {
  await query(
    `update facilities set rights_by_age = '[{"fromAge": 16, "sections": ["TestResults"]}]', message_settings = coalesce(message_settings, '{}') || '{"supervisorEmail": "office@example.org"}'
     where name like 'F%' and short_name = name`,
  );
  await query(
    "insert into external_systems (facility_id, display_name) select id, 'A' from facilities where name like 'F%' and short_name = name",
  );
  await query(
    "update users set username = 'year' || substr(first_name, 2), password_hash = 'none' where last_name = 'Year' and substr(first_name, 2)::int % 2 = 0",
  );
  await query(
    `insert into identity_links (facility_id, issuer, subject_hash, surface, user_id, provider)
     select facility_id, 'https://id.example.org', convert_to(first_name, 'UTF8'), 'portal', id, 'clinic' from users where last_name = 'Year' and username is null`,
  );
  await query(
    'create table year_accesses (contact_id bigint, patient_id bigint, user_id bigint, email text, is_by_age boolean, birthday date)',
  );
  await query(
    `with u as (insert into users (first_name, last_name, facility_id, username, password_hash, email)
           select 'R' || substr(first_name, 2), 'Access', facility_id, 'r' || first_name, 'none', 'r' || lower(first_name) || '@example.org' from users
           where last_name = 'Year' and substr(first_name, 2)::int % 4 < 2 returning id, first_name, email),
         p as (select p.id, u.id as user_id, u.email, substr(u.first_name, 2)::int as n from u join patients p on p.last_name = 'Year' and p.first_name = 'P' || substr(u.first_name, 2)),
         l as (insert into representative_links (user_id, patient_id) select user_id, id from p returning user_id, patient_id),
         c as (insert into contacts (patient_id, first_name, last_name, relationship_id, representative_user_id, language)
           select id, 'A', 'B', (select min(id) from relationships), user_id, 'en' from p returning id, patient_id)
       insert into year_accesses select c.id, p.id, p.user_id, p.email, p.n % 4 = 1, '2027-02-01'::date + 7 * p.n % 280 from c join p on p.id = c.patient_id`,
  );
  await query(
    "insert into representative_rights (user_id, patient_id, section, \"right\") select user_id, patient_id, section, 'read' from year_accesses, unnest(array['TestResults', 'Appointments']) section",
  );
  await query(
    "update patients p set date_of_birth = (a.birthday - interval '16 years')::date from year_accesses a where a.is_by_age and p.id = a.patient_id",
  );
  await query(
    'create table year_ends (contact_id bigint, last_day date, since timestamptz, gone_at timestamptz, is_part boolean)',
  );
  await query(
    `create table year_deaths as select id as patient_id, 60 + substr(first_name, 2)::int % 240 as day, null::timestamptz as died_at
     from patients where last_name = 'Year' and substr(first_name, 2)::int % 10 = 3`,
  );
  // Whoever lives through the whole year: of them everything is expected.
  await query('create view year_living as select * from patients where id not in (select patient_id from year_deaths)');
  await query('create table year_mails (at timestamptz, kind text, recipient text)');
}

/** Two requests of a patient with a promised time; some are answered before it, some after it, some never. */
function requestsOfYear(row: Record<string, unknown>, moment: (days: number) => number, step: number): Event[] {
  return Array.from({ length: 2 }, (_, place): Event[] => {
    const at = moment(300);
    const promisedBy = at + 3 * day;
    const key = `request ${String(row['id'])}/${place}`;
    const asked: Event = {
      at,
      sql: `with t as (insert into secure_threads (patient_id, facility_id, provider_first_name, provider_last_name, subject) values ($1, $2, 'A', 'B', $3) returning id),
          m as (insert into secure_messages (thread_id, patient_id, is_from_patient, author_first_name, author_last_name, content, sent_at, send_key)
            select id, $1, true, 'A', 'B', 'C', $4, $3 from t returning id, thread_id)
        insert into secure_requests (thread_id, patient_id, message_id, kind, promised_by) select thread_id, $1, id, 'refill', $5 from m`,
      values: [row['id'], row['facility'], key, new Date(at).toISOString(), new Date(promisedBy).toISOString()],
    };
    const answeredAt = at + (1 + random((6 * day) / step)) * step;
    if (random(3) === 0) return [asked];
    const sql = `insert into secure_messages (thread_id, patient_id, is_from_patient, author_first_name, author_last_name, content, sent_at, send_key)
      select thread_id, patient_id, false, 'A', 'B', 'C', $2, 'answer to ' || $1 from secure_messages where send_key = $1`;
    return [asked, { at: answeredAt, sql, values: [key, new Date(answeredAt).toISOString()] }];
  }).flat();
}

const endOfAll = 'update contacts set access_last_day = $2 where id = $1';
const endOfVisits = `insert into section_ends (contact_id, section, last_day, needs_reminder) values ($1, 'Appointments', $2, true)
  on conflict (contact_id, section) do update set last_day = excluded.last_day, needs_reminder = true`;

/** The accesses of the year, or a section of them, get a last day, and a third of them another one. */
async function endsOfYear(query: Query, moment: (days: number) => number): Promise<Event[]> {
  const contacts = await query(
    'select contact_id::int as contact, is_by_age as "isPart" from year_accesses order by 1',
  );
  return contacts.flatMap(({ contact, isPart }): Event[] => {
    const set = (at: number, days: number): Event => ({
      at,
      sql: `with c as (${isPart === true ? endOfVisits : endOfAll}), gone as (
          update year_ends set gone_at = $3 where contact_id = $1 and gone_at is null)
        insert into year_ends values ($1, $2, $3, null, ${String(isPart)})`,
      values: [contact, new Date(at + days * day).toISOString().slice(0, 10), new Date(at).toISOString()],
    });
    const at = moment(200);
    const days = 20 + random(60);
    return [set(at, days), ...(random(3) === 0 ? [set(at + random(days - 1) * day, days + 30)] : [])];
  });
}

async function deathsOfYear(query: Query, start: number): Promise<Event[]> {
  const rows = await query('select patient_id as patient, day::int from year_deaths order by 1');
  return rows.map(({ patient, day: days }) => ({ at: start + Number(days) * day + 11 * hour, died: patient }));
}

/** The requests of the year, the ends of its accesses, and its deaths. */
export async function othersOfYear(query: Query, start: number, step: number): Promise<Event[]> {
  const moment = momentsFrom(start, step);
  const patients = await query(
    "select id, home_facility_id as facility from patients where last_name = 'Year' order by id",
  );
  return [
    ...patients.flatMap((row) => requestsOfYear(row, moment, step)),
    ...(await endsOfYear(query, moment)),
    ...(await deathsOfYear(query, start)),
  ];
}
