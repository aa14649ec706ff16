import type { PatientId } from '@portal/api';
import type { Sql } from '../support/facility.ts';

/** The number of entries in one document, over all lists. */
const perDocument = 200;

/**
 * Documents of two clinics over some years, each with 200 entries. Half of the entries are repeated in every document, the others are new
 * in each. The section trees are empty, because every section has entries.
 */
export async function giveListEntries(db: Sql, patientId: PatientId, count: number): Promise<void> {
  await db.query(
    `with systems as (
       insert into external_systems (facility_id, display_name, active_trigger_event_types, record_source)
       select p.home_facility_id, 'Bench clinic ' || n, '{CcdaRequested}', 'bench ' || n || ' of ' || p.id from patients p, generate_series(0, 1) n where p.id = $1
       returning id, record_source),
     known as (insert into patient_external_systems select $1, id from systems),
     resources as (
       insert into record_resources (source, type, resource_id, patient_id, is_hidden, content_hash)
       select s.record_source, 'ClinicalDocument', 'document ' || n, $1, false, ''
       from generate_series(1, ceil($2::int / $3::float)::int) n join systems s on s.record_source like 'bench ' || n % 2 || ' of %'
       returning id, source)
     insert into health_documents (resource_id, patient_id, external_system_id, title, document_date, document_at, document_precision, content, tree, tree_version)
     select r.id, $1, s.id, 'Summary of care', to_char(d.day, 'YYYY-MM-DD'), d.day, 'day', '', '', 1
     from resources r join systems s on s.record_source = r.source, lateral (select current_date - (r.id % 3000)::int as day) d`,
    [patientId, count, perDocument],
  );
  await db.query(
    `insert into health_entries (resource_id, patient_id, position, list_key, kind, entry, entry_at)
     select d.resource_id, $1, n, (array['problems', 'medications', 'vitals', 'results', 'procedures', 'encounters', 'immunizations', 'socialHistory'])[n % 8 + 1], 'entry',
       jsonb_build_object('name', 'Entry ' || n, 'missing', null, 'negation', null, 'status', (array['active', 'resolved', null])[n % 3 + 1],
         'codes', jsonb_build_array(jsonb_build_object('system', 'http://snomed.info/sct', 'code', (1000 + t.which)::text, 'display', 'Entry ' || n),
           jsonb_build_object('system', 'http://hl7.org/fhir/sid/icd-10-cm', 'code', 'Z' || t.which, 'display', null)),
         'start', to_char(current_date - (t.which % 5000)::int, 'YYYY-MM-DD'), 'end', null, 'recorded', null, 'language', 'en-US',
         'values', case when n % 8 in (2, 3) then jsonb_build_array(jsonb_build_object('name', null, 'codes', '[]'::jsonb, 'comparator', null, 'value', (60 + t.which % 40)::text,
           'unit', 'kg', 'isNumber', true, 'missing', null)) else '[]'::jsonb end,
         'facts', jsonb_build_array(jsonb_build_object('name', 'performer', 'value', 'Dr. Ottoline Fernbrook'), jsonb_build_object('name', 'comment', 'value', 'As before'))),
       current_date - (t.which % 5000)::int
     from health_documents d, generate_series(1, $2::int) n, lateral (select case when n % 2 = 0 then n else d.resource_id * 1000 + n end as which) t
     where d.patient_id = $1`,
    [patientId, Math.min(perDocument, count)],
  );
}
