import { type Db, statement } from '../db/pool.ts';

/** What becomes of a table's rows when the record that they belong to is given up for another record of the same person. */
export type TableRule =
  /** They go to the record that stays. `key`: what names a row beside its patient. */
  | {
      readonly how: 'moved';
      readonly key: readonly string[];
      /** Where the record that stays has a row with the same values, that row counts, and this one stays where it is. */
      readonly once?: readonly string[];
      /** SQL: a row `t` for which this holds stays where it is. */
      readonly unless?: string;
    }
  /** They go with the rows of another table that they belong to (`joined.ts`). */
  | { readonly how: 'joined'; readonly to: string }
  | { readonly how: 'left'; readonly because: string };

const moved = (key: readonly string[] = ['id']): TableRule => ({ how: 'moved', key });
const once = (...key: readonly string[]): TableRule => ({ how: 'moved', key, once: key });
const joined = (to: string): TableRule => ({ how: 'joined', to });
const left = (because: string): TableRule => ({ how: 'left', because });

const intoUser = '(select s.user_id from patients s where s.id = m.into_patient_id)';

/** Every table with a patient, in the order in which rows are moved; a test compares it with the database. */
export const tableRules: Readonly<Record<string, TableRule>> = {
  patient_facilities: once('facility_id'),
  patient_external_systems: once('external_system_id'),
  representative_links: joined('itself'),
  representative_rights: joined('representative_links'),
  contacts: {
    how: 'moved',
    key: ['id'],
    // The same person is there once, and nobody is their own contact. Who is invited goes along: their link must not lead to the record that was given up.
    unless: `t.representative_user_id = ${intoUser} or exists (
      select from contacts other where other.patient_id = m.into_patient_id and (other.representative_user_id = t.representative_user_id
        or (t.representative_user_id is null and other.relationship_id = t.relationship_id
          and not exists (select from invitations i where i.contact_id = t.id and i.used_at is null and i.revoked_at is null and i.expires_at > now())
          and lower(other.first_name) = lower(t.first_name) and lower(other.last_name) = lower(t.last_name))))`,
  },
  patient_phones: once('kind'),
  contact_changes: moved(),
  emailed_links: moved(),
  invitations: {
    how: 'moved',
    key: ['id'],
    unless: 'exists (select from contacts c where c.id = t.contact_id and c.patient_id = m.from_patient_id)',
  },
  follow_up_plans: moved(),
  appointments: moved(),
  assigned_articles: { how: 'moved', key: ['id'], once: ['article_id'] },
  care_team_members: { how: 'moved', key: ['id'], once: ['care_provider_id'] },
  assigned_questionnaires: moved(),
  request_forms: moved(['assigned_questionnaire_id']),
  questionnaire_series: moved(),
  questionnaire_series_looks: moved(),
  questionnaire_alerts: moved(),
  record_patients: moved(['source', 'patient_key']),
  record_resources: joined('itself'),
  lab_results: joined('record_resources'),
  observations: joined('record_resources'),
  lab_reports: joined('record_resources'),
  clinical_notes: joined('record_resources'),
  treatment_summary_items: joined('record_resources'),
  registration_details: joined('record_resources'),
  health_documents: joined('record_resources'),
  health_entries: joined('record_resources'),
  record_news: joined('record_resources'),
  record_changes: joined('record_resources'),
  record_looks: once('user_id', 'list'),
  secure_threads: joined('itself'),
  secure_messages: joined('secure_threads'),
  secure_requests: joined('secure_threads'),
  secure_message_drafts: joined('itself'),
  message_attachments: joined('secure_threads and secure_message_drafts'),
  summary_transmissions: moved(),
  summary_links: moved(),
  patient_reminder_settings: once(),
  notices: { how: 'moved', key: ['id'], once: ['kind', 'thing_id', 'occasion', 'channel'] },
  notice_stops: moved(['token_hash']),
  notice_agenda: left('it is made anew from what there is to tell'),
  age_notices: once('age', 'kind', 'user_id'),
  hl7_people: once('interface_id'),
  // Under the number that the record has when they are sent.
  outbound_messages: moved(),
  former_record_numbers: moved(['home_facility_id', 'mrn']),
  sessions: left('they end'),
  handovers: left('they are for minutes, and lead to an account that is switched off'),
  audit_events: left('its chains are append-only; the activity log reads those of all records that were joined'),
  patient_merges: left('it says what was joined when'),
};

const tables = Object.entries(tableRules).flatMap(([table, rule]) =>
  rule.how === 'moved' ? [{ table, ...rule }] : [],
);

/** SQL: what names row `t` beside its patient. */
const keyOf = (key: readonly string[]): string =>
  `jsonb_build_object(${key.map((column) => `'${column}', t.${column}`).join(', ')})`;
/** SQL: that the patient in `whose` has no row of the table with the same values. */
const hasNone = (table: string, same: readonly string[], whose: string): string =>
  `not exists (select from ${table} same where same.patient_id = ${whose}${same.map((column) => ` and same.${column} is not distinct from t.${column}`).join('')})`;

const moves = tables.map(({ table, key, once: same, unless = 'false' }) => ({
  forth: statement(
    `merges.move.${table}`,
    `with moved as (
       update ${table} t set patient_id = m.into_patient_id from patient_merges m
       where m.id = $mergeId and t.patient_id = m.from_patient_id and ${same === undefined ? 'true' : hasNone(table, same, 'm.into_patient_id')}
         and (${unless}) is not true
       returning m.id as merge_id, ${keyOf(key)} as row_key)
     insert into patient_merge_rows (merge_id, table_name, row_key) select merge_id, '${table}', row_key from moved` as const,
  ),
  back: statement(
    `merges.moveBack.${table}`,
    `update ${table} t set patient_id = m.from_patient_id from patient_merges m, patient_merge_rows r
     where m.id = $mergeId and r.merge_id = m.id and r.table_name = '${table}' and t.patient_id = m.into_patient_id and r.row_key = ${keyOf(key)}` as const,
  ),
}));

/** A column that can have its value once for each patient: of two, one gives way. */
interface GivesWay {
  readonly table: string;
  readonly column: string;
  /** SQL: what it becomes, and what it was. */
  readonly becomes: string;
  readonly was: string;
  /** SQL: whether row `t` gives way. */
  readonly when: string;
}
const givingWay: readonly GivesWay[] = [
  {
    table: 'contacts',
    column: 'is_primary',
    becomes: 'false',
    was: 'true',
    when: 't.patient_id = m.from_patient_id and t.is_primary and exists (select from contacts other where other.patient_id = m.into_patient_id and other.is_primary)',
  },
  {
    // As a new plan archives the one before.
    table: 'follow_up_plans',
    column: 'archived_at',
    becomes: 'now()',
    was: 'null',
    when: `t.patient_id in (m.from_patient_id, m.into_patient_id) and t.archived_at is null and exists (
      select from follow_up_plans other where other.patient_id in (m.from_patient_id, m.into_patient_id) and other.archived_at is null
        and (other.created_at, other.id) > (t.created_at, t.id))`,
  },
  {
    // Otherwise the same questionnaire would come twice.
    table: 'questionnaire_series',
    column: 'stopped_at',
    becomes: 'now()',
    was: 'null',
    when: `t.patient_id = m.from_patient_id and t.stopped_at is null and exists (
      select from questionnaire_series other where other.patient_id = m.into_patient_id and other.stopped_at is null
        and other.template_id = t.template_id and other.rule = t.rule)`,
  },
];
const changes = givingWay.map(({ table, column, becomes, was, when }) => ({
  forth: statement(
    `merges.give.${table}`,
    `with changed as (
       update ${table} t set ${column} = ${becomes} from patient_merges m where m.id = $mergeId and ${when}
       returning m.id as merge_id, jsonb_build_object('id', t.id) as row_key)
     insert into patient_merge_rows (merge_id, table_name, row_key) select merge_id, '${table}.${column}', row_key from changed` as const,
  ),
  back: statement(
    `merges.giveBack.${table}`,
    `update ${table} t set ${column} = ${was} from patient_merge_rows r
     where r.merge_id = $mergeId and r.table_name = '${table}.${column}' and r.row_key = jsonb_build_object('id', t.id)` as const,
  ),
}));

/** Moves what belongs to the patient alone. */
export async function moveRows(tx: Db, mergeId: number): Promise<void> {
  for (const { forth } of [...changes, ...moves]) await tx.run(forth, { mergeId });
}

/** Puts back what a merge has moved and what is still there. */
export async function moveRowsBack(tx: Db, mergeId: number): Promise<void> {
  for (const { back } of [...moves, ...changes]) await tx.run(back, { mergeId });
}
