/** Asks the database of a test. */
export type Query = (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

export const [hour, day] = [3_600_000, 86_400_000];
const zones = [
  'America/New_York',
  'America/Phoenix',
  'Europe/Lisbon',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
];

/** A change in the database, or the news that a patient has died. */
export type Event = { readonly at: number } & (
  | { readonly sql: string; readonly values: readonly unknown[] }
  | { readonly died: unknown }
);

/** For how many days the facilities of the year hold some results back. */
const heldDays = 5;

/** A fixed seed, so that every run has the same numbers. */
let seed = 42;
export const random = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

/** Gives random instants within so many days, seven minutes after a turn. */
export const momentsFrom =
  (start: number, step: number) =>
  (days: number): number =>
    start + random((days * day) / step) * step + 7 * 60_000;

/**
 * Makes patients of facilities in many time zones, with every offset, by mail, text message or both. All other reminder settings are
 * deleted.
 */
export async function peopleOfYear(query: Query, patients: number): Promise<void> {
  await query('delete from patient_reminder_settings');
  await query('delete from notice_agenda');
  await query(
    `insert into facilities (name, portal_name, short_name, time_zone, capabilities, result_holds)
     select 'F' || n, 'Portal ' || n, 'F' || n, ($1::text[])[n], capabilities, '[{"codes": ["DAYS"], "days": ${String(heldDays)}}, {"codes": ["RELEASED"], "days": null}]' from facilities, generate_series(1, $2) n where is_default`,
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
       questionnaire_email, questionnaire_sms, sms_phone_number, appointment_offset, follow_up_offset, record_email, record_sms, record_timing)
     select id, n % 3 < 2, n % 3 > 0, true, n % 5 = 0, n % 2 = 0, n % 4 = 0, n % 3 > 0, n % 7 = 0, '+1202555' || lpad(n::text, 4, '0'), offsets[1 + n % 11], offsets[1 + (n + 4) % 11],
       n % 3 > 0, n % 4 < 2, (array['AtOnce', 'Daily', null, 'AtOnce', 'Off'])[1 + n % 5]
     from p, (select array['OnDay', '1Day', '2Days', '3Days', '1Week', '2Weeks', '3Weeks', '4Weeks', 'WeeklyDigest', 'MonthlyDigest', 'Off'] as offsets) o`,
    [patients, zones.length],
  );
  await query("update patient_reminder_settings set told_since = '{}'");
  await query(
    "insert into secure_threads (patient_id, facility_id, provider_first_name, provider_last_name, subject) select p.id, p.home_facility_id, 'A', 'B', 'C' from patients p join patient_reminder_settings s on s.patient_id = p.id",
  );
  // When each state of a visit began and ended, for the checks.
  await query(
    'create table year_times (appointment_id bigint, starts_at timestamptz, since timestamptz, gone_at timestamptz)',
  );
  // From when on each version of a resource is open to its patient (null: never), and when it was read or replaced.
  await query('create table year_news (key text, opens_at timestamptz, gone_at timestamptz)');
}

/** How a result of the year comes: a facility holds some back for days, some until they are released, and some are never released. */
const fates = ['open', 'open', 'corrected', 'DAYS', 'RELEASED', 'never', 'note', 'item', 'summary'] as const;
/** The type of what is no result, as its source has it. */
const types: Readonly<Record<string, string>> = {
  note: 'DocumentReference',
  item: 'AllergyIntolerance',
  summary: 'ClinicalDocument',
};

/** What comes into a patient's record over the year, is released, corrected and read. */
function newsOfYear(patientId: unknown, moment: (days: number) => number, step: number): Event[] {
  return Array.from({ length: 4 }, (_, place): Event[] => {
    const fate = fates[random(fates.length)] ?? 'open';
    const key = `year/${String(patientId)}/${place}`;
    const cameAt = moment(320);
    const text = (at: number) => new Date(at).toISOString();
    const releasedAt = cameAt + (1 + random(20)) * day;
    const opensAt = { DAYS: cameAt + heldDays * day, RELEASED: releasedAt, never: null }[fate as string];
    const opened = opensAt === undefined ? cameAt : opensAt;
    const codes = fate === 'DAYS' || fate === 'RELEASED' ? [fate] : fate === 'never' ? ['RELEASED'] : [];
    const add = (content: string) => `with r as (
        insert into record_resources (source, type, resource_id, patient_id, is_hidden, content_hash, imported_at)
        values ('year', $3, $1, $2, false, 'x', $4) returning id, patient_id), ${content}
      insert into year_news values ($1, $5, null)`;
    const report = `l as (insert into lab_results (patient_id, source, result_key) values ($2, 'year', $1) returning id)
      , p as (insert into lab_reports (resource_id, patient_id, lab_result_id, name, codings, categories) select r.id, r.patient_id, l.id, 'A', '[]', $6::text[] from r, l)`;
    const note = `n as (insert into clinical_notes (resource_id, patient_id, document_type, codings) select id, patient_id, 'A', to_jsonb($6::text[]) from r)
      , d as (insert into record_documents (resource_id, position, content_type, pages, content) select id, 0, 'text/plain', 1, 'A' from r)`;
    const item = `i as (insert into treatment_summary_items (resource_id, patient_id, position, group_key, kind, fields)
        select id, patient_id, 0, 'Allergy', 'own', to_jsonb($6::text[]) from r)`;
    const summary = `s as (insert into health_documents (resource_id, patient_id, external_system_id, title, content, tree, tree_version)
        select r.id, p.id, e.id, array_to_string($6::text[], ''), '', '', 1 from r join patients p on p.id = r.patient_id join external_systems e on e.facility_id = p.home_facility_id and e.display_name = 'A')`;
    const contents: Readonly<Record<string, string>> = { note, item, summary };
    const found: Event[] = [
      {
        at: cameAt,
        sql: add(contents[fate] ?? report),
        values: [
          key,
          patientId,
          types[fate] ?? 'DiagnosticReport',
          text(cameAt),
          opened === null ? null : text(opened),
          codes,
        ],
      },
    ];
    if (fate === 'RELEASED')
      found.push({
        at: releasedAt,
        sql: 'update lab_results set released_at = $2 where result_key = $1',
        values: [key, text(releasedAt)],
      });
    if (opened === null) return found;
    let lastAt = opened;
    if (fate === 'corrected') {
      lastAt += random(60) * step;
      found.push({
        at: lastAt,
        sql: `with r as (update record_resources set changed_at = $2, reviewed_at = null where resource_id = $1), gone as (
          update year_news set gone_at = $2 where key = $1) insert into year_news values ($1, $2, null)`,
        values: [key, text(lastAt)],
      });
    }
    if (random(3) > 0) {
      const readAt = lastAt + (1 + random(80)) * (hour / 2);
      found.push({
        at: readAt,
        sql: `with r as (update record_resources set reviewed_at = $2 where resource_id = $1)
          update year_news set gone_at = $2 where key = $1 and gone_at is null`,
        values: [key, text(readAt)],
      });
    }
    return found;
  }).flat();
}

/** The changes to everybody's visits, messages and records over the year. */
export async function eventsOfYear(query: Query, start: number, step: number): Promise<Event[]> {
  const found: Event[] = [];
  const moment = momentsFrom(start, step);
  const [template] = await query('select min(id)::int as id from questionnaire_templates');
  for (const row of await query(
    'select p.id, p.home_facility_id as facility, t.id as thread from patients p join secure_threads t on t.patient_id = p.id where p.last_name = $1 order by p.id',
    ['Year'],
  )) {
    for (let visits = 0; visits < 6; visits += 1) {
      const key = `${String(row['id'])}/${visits}`;
      const booked = moment(330);
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
      const at = moment(350);
      const key = `${String(row['id'])}/${messages}`;
      found.push({
        at,
        sql: `insert into secure_messages (thread_id, patient_id, is_from_patient, author_first_name, author_last_name, content, sent_at, send_key) values ($1, $2, false, 'A', 'B', 'C', $3, $4)`,
        values: [row['thread'], row['id'], new Date(at).toISOString(), key],
      });
      const readAt = at + (1 + random(60)) * (hour / 2);
      found.push({
        at: readAt,
        sql: 'update secure_messages set read_at = $2 where send_key = $1',
        values: [key, new Date(readAt).toISOString()],
      });
    }
    found.push(...newsOfYear(row['id'], moment, step));
    for (let forms = 0; forms < 2; forms += 1) {
      const at = moment(300);
      const due = new Date(at + (2 + random(20)) * day).toISOString().slice(0, 10);
      found.push({
        at,
        sql: 'insert into assigned_questionnaires (patient_id, template_id, due_date, assigned_at) values ($1, $2, $3, $4)',
        values: [row['id'], template?.['id'], due, new Date(at).toISOString()],
      });
    }
  }
  return found;
}
