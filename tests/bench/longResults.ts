import type { PatientId } from '@portal/api';
import type { Sql } from '../support/facility.ts';

/**
 * Gives `count` values in reports of `testsInReport` each, one report every second day, as the import of a laboratory's file leaves them;
 * the first few are new.
 */
export async function giveResults(db: Sql, patientId: PatientId, count: number, testsInReport: number): Promise<void> {
  const reports = Math.ceil(count / testsInReport);
  await db.query(
    `with made as (
       insert into lab_results (patient_id, source, result_key) select $1::bigint, 'bench', 'report ' || n from generate_series(1, $2::int) n returning id, result_key),
     resources as (
       insert into record_resources (source, type, resource_id, patient_id, status, is_hidden, content_hash, reviewed_at)
       select 'bench', 'DiagnosticReport', $1::bigint || '-' || n, $1::bigint, 'final', false, '', case when n > 5 then now() end from generate_series(1, $2::int) n
       returning id, split_part(resource_id, '-', 2)::int as n)
     insert into lab_reports (resource_id, patient_id, lab_result_id, name, codings, effective, effective_at, effective_precision, requester, lab_name)
     select r.id, $1::bigint, m.id, (array['Complete blood count', 'Metabolic panel', 'Lipids', 'Thyroid'])[r.n % 4 + 1], '[]', to_char(d.at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), d.at, 'time',
       (array['Ottoline Fernbrook', 'Bram Thistledown', 'Basil Cloudberry'])[r.n % 3 + 1], 'Willow Laboratory'
     from resources r join made m on m.result_key = 'report ' || r.n, lateral (select date_trunc('second', now()) - r.n * interval '2 days' as at) d`,
    [patientId, reports],
  );
  await db.query(
    `with resources as (
       insert into record_resources (source, type, resource_id, patient_id, status, is_hidden, content_hash, reviewed_at)
       select 'bench', 'Observation', $1::bigint || '-' || n, $1::bigint, 'final', false, '', case when n > 50 then now() end from generate_series(1, $2::int) n
       returning id, resource_id, split_part(resource_id, '-', 2)::int as n),
     held as (
       select r.id, r.resource_id, r.n, (r.n - 1) / $3::int + 1 as report, (r.n - 1) % $3::int as test, p.effective, p.effective_at, p.requester, p.lab_result_id, p.resource_id as report_id
       from resources r join record_resources parent on parent.source = 'bench' and parent.type = 'DiagnosticReport' and parent.resource_id = $1::bigint || '-' || ((r.n - 1) / $3::int + 1)
       join lab_reports p on p.resource_id = parent.id),
     observed as (
       insert into observations (resource_id, patient_id, category, lab_result_id, name, codings, effective, effective_at, effective_precision, requester)
       select id, $1::bigint, 'laboratory', lab_result_id, 'Bench test ' || report % 4 || '-' || test, json_build_array(json_build_object('system', 'http://loinc.org', 'code', '9000-' || report % 4 || test, 'display', null)),
         effective, effective_at, 'time', requester from held returning resource_id),
     linked as (
       insert into record_links (resource_id, relation, position, target_type, target_id) select report_id, 'member', test, 'Observation', resource_id from held)
     insert into observation_values (resource_id, position, name, codings, kind, value, unit, reference_range, abnormal_flag, is_abnormal)
     select o.resource_id, 0, 'Bench test ' || h.report % 4 || '-' || h.test, json_build_array(json_build_object('system', 'http://loinc.org', 'code', '9000-' || h.report % 4 || h.test, 'display', null)),
       'quantity', (40 + h.n % 37)::text, 'mg/dL', '45 - 70', case when h.n % 37 < 5 then 'L' when h.n % 37 > 30 then 'H' end, h.n % 37 < 5 or h.n % 37 > 30
     from observed o join held h on h.id = o.resource_id`,
    [patientId, reports * testsInReport, testsInReport],
  );
}

/** Notes of two pages each by a handful of authors, one every third day; most are read. */
export async function giveNotes(db: Sql, patientId: PatientId, count: number): Promise<void> {
  await db.query(
    `with resources as (
       insert into record_resources (source, type, resource_id, patient_id, status, is_hidden, content_hash, reviewed_at)
       select 'bench', 'DocumentReference', $1::bigint || '-' || n, $1::bigint, 'final', false, '', case when n > 5 then now() end from generate_series(1, $2::int) n
       returning id, split_part(resource_id, '-', 2)::int as n),
     notes as (
       insert into clinical_notes (resource_id, patient_id, document_type, codings, service_date, service_at, service_precision, authored_by)
       select id, $1::bigint, (array['Visit summary', 'Letter', 'Operation note', 'Discharge summary'])[n % 4 + 1], '[]', (current_date - n * 3)::text, current_date - n * 3, 'day',
         (array['Ottoline Fernbrook', 'Bram Thistledown', 'Basil Cloudberry'])[n % 3 + 1] from resources returning resource_id)
     insert into record_documents (resource_id, position, content_type, pages, content)
     select resource_id, 0, 'text/plain', 1, convert_to(repeat('What was said and what comes next. ', 200), 'UTF8') from notes`,
    [patientId, count],
  );
}

/** Conditions in the treatment summary, one a month. */
export async function giveItems(db: Sql, patientId: PatientId, count: number): Promise<void> {
  await db.query(
    `with resources as (
       insert into record_resources (source, type, resource_id, patient_id, status, is_hidden, content_hash)
       select 'bench', 'Condition', $1::bigint || '-' || n, $1::bigint, 'active', false, '' from generate_series(1, $2::int) n
       returning id, split_part(resource_id, '-', 2)::int as n)
     insert into treatment_summary_items (resource_id, patient_id, position, group_key, kind, fields, item_at)
     select id, $1::bigint, 0, 'Comorbidity', 'own', jsonb_build_object('description', 'Condition ' || n, 'status', 'Active', 'comorbidityDiagnosisDate', (current_date - n * 30)::text), current_date - n * 30 from resources`,
    [patientId, count],
  );
}
