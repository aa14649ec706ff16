import type { PatientId, UserId } from '@portal/api';
import type { Sql } from '../support/facility.ts';
import { giveListEntries } from './longLists.ts';
import { giveThreads } from './longMessages.ts';
import { giveItems, giveNotes, giveResults } from './longResults.ts';

/** The size of a record after twenty years of treatment. */
export const longRecord = {
  appointments: 5000,
  articles: 2000,
  contacts: 300,
  values: 10_000,
  testsInReport: 10,
  notes: 2000,
  items: 300,
  threads: 1000,
  listEntries: 10_000,
} as const;
/** The same with one result per value: ten times as many rows in the list. */
export const longestRecord = { ...longRecord, testsInReport: 1 } as const;
/** Rows of the activity log of a person who looks often and is looked at by many. */
export const longLog = 100_000;
export const shortLog = 1000;
/** The size of a record after a few months, as the yardstick. */
export const shortRecord = {
  appointments: 10,
  articles: 10,
  contacts: 10,
  values: 10,
  testsInReport: 1,
  notes: 10,
  items: 10,
  threads: 10,
  listEntries: 10,
} as const;

/** Visits of all states, alternately with and without a time, from eighteen years ago to two years ahead, in half a dozen places. */
async function giveAppointments(db: Sql, patientId: PatientId, count: number): Promise<void> {
  await db.query(
    `insert into appointments (patient_id, facility_id, kind, day, starts_at, duration_minutes, provider_first_name, provider_last_name, type, subtype, location, short_location, place, status, is_confirmed, is_cancelled)
     select p.id, f.id, 'ExternalAppointment', d.day, case when n % 3 > 0 then (d.day + time '08:00' + n % 37 * interval '15 minutes') at time zone f.time_zone end,
       case when n % 3 > 0 then 15 + n % 4 * 15 end, (array['Ottoline', 'Bram', 'Basil'])[n % 3 + 1], (array['Fernbrook', 'Thistledown', 'Cloudberry'])[n % 3 + 1],
       (array['Oncology follow-up', 'Blood draw', 'Imaging review', 'Physical therapy', 'Check-up'])[n % 5 + 1], case when n % 4 = 0 then 'With imaging' end,
       '<p>Willow Wing, level ' || n % 6 || '<br />12 Willow Road, Puddleford</p>', 'Willow Wing, level ' || n % 6, '12 Willow Road, Puddleford, NY 10042',
       (array['Scheduled', 'Confirmed', 'Completed', 'Missed', 'Cancelled by facility'])[n % 5 + 1], n % 5 = 1, n % 5 = 4
     from patients p join facilities f on f.id = p.home_facility_id, generate_series(1, $2::int) n, lateral (select current_date + 730 - (n * 1.46)::int as day) d
     where p.id = $1`,
    [patientId, count],
  );
}

/** Articles of the whole facility, made once. Each patient has the first `count` of them; most are read, every tenth is archived. */
async function giveArticles(db: Sql, patientId: PatientId, count: number): Promise<void> {
  await db.query(
    `insert into education_articles (facility_id, title, category_name, category_sort_order, language, file_type, content)
     select p.home_facility_id, 'Bench article ' || n || ': living with what comes after treatment', 'Category ' || n % 12, n % 12, 'en', 'html', convert_to('<p>Words.</p>', 'UTF8')
     from patients p, generate_series(1, $2::int) n where p.id = $1 on conflict do nothing`,
    [patientId, longRecord.articles],
  );
  await db.query(
    `insert into assigned_articles (article_id, patient_id, assigned_on, read_at, archived_at)
     select a.id, p.id, current_date - (a.id % 3000)::int, case when a.id % 7 > 0 then now() - interval '3 days' end, case when row_number() over (order by a.id) % 10 = 2 then now() end
     from patients p join education_articles a on a.facility_id = p.home_facility_id and a.title like 'Bench article %' where p.id = $1 order by a.id limit $2`,
    [patientId, count],
  );
}

/**
 * Contacts: half of them live with the patient, one is the primary contact, and every third has more phone numbers than its card has room
 * for.
 */
async function giveContacts(db: Sql, patientId: PatientId, count: number): Promise<void> {
  await db.query(
    `insert into contacts (patient_id, first_name, last_name, relationship_id, is_primary, uses_patient_address, address1, city, zip_code, state, country, home_phone, mobile_phone, work_phone, email, language)
     select $1, 'Person ' || n, 'Olsen ' || n % 40, n % 14 + 1, n = 1, n % 2 = 0, case when n % 2 = 1 then n || ' Willow Road' end, case when n % 2 = 1 then 'Puddleford' end,
       case when n % 2 = 1 then '10042' end, case when n % 2 = 1 then 'NY' end, case when n % 2 = 1 then 'US' end,
       case when n % 3 = 1 then '55502' || lpad(n::text, 5, '0') end, '55501' || lpad(n::text, 5, '0'), case when n % 3 = 1 then '55503' || lpad(n::text, 5, '0') end, 'person' || n || '@example.org', 'en'
     from generate_series(1, $2::int) n`,
    [patientId, count],
  );
}

/** Gives a patient a record, the longest by default. A module that stores data adds its part here. */
export async function giveRecord(
  db: Sql,
  patientId: PatientId,
  {
    appointments,
    articles,
    contacts,
    values,
    testsInReport,
    notes,
    items,
    threads,
    listEntries,
  }: Readonly<Record<keyof typeof longRecord, number>> = longRecord,
): Promise<void> {
  await giveAppointments(db, patientId, appointments);
  await giveArticles(db, patientId, articles);
  await giveContacts(db, patientId, contacts);
  await giveResults(db, patientId, values, testsInReport);
  await giveNotes(db, patientId, notes);
  await giveItems(db, patientId, items);
  await giveThreads(db, patientId, threads);
  await giveListEntries(db, patientId, listEntries);
}

/** Adds `count` rows to the activity log over the last year: several parts read at once, and changes between them. */
export async function giveActivity(db: Sql, patientId: PatientId, userId: UserId, count: number): Promise<void> {
  await db.query(
    `insert into audit_events (chain, seq, happened_at, type, patient_id, actor_user_id, actor_role, actor_name, session_id, detail, hash)
     select 'bench:' || $1::bigint, n, now() - interval '1 day' - make_interval(secs => n * 300), case when n % 9 = 0 then 'contact.changed' when n % 9 < 4 then 'read.listAppointments' else 'read.listLabResults' end,
       $1::bigint, $2::bigint, 'patient', 'Bench', n / 9, '{}', '' from generate_series(1, $3::int) n`,
    [patientId, userId, count],
  );
}
