-- A clinical document that came inside a FHIR resource is the one that its own id names, as if it had come by itself.

alter table health_documents
  -- root and extension of its own id, whatever brought it
  add column document_key text;

-- Documents that a patient may read: not hidden, the last of its set, replaced by none, and once where several resources brought the same.
-- The order of coming decides only where the documents themselves say nothing; two that replace each other are both there.
create or replace view shown_health_documents as
  select d.resource_id as ccda_id, d.patient_id, d.external_system_id, d.title, d.type_code, d.type_name, d.language, d.document_date, d.document_at,
    d.document_precision, d.period_start, d.period_end, d.custodian, d.visit, d.tree_version, r.source, r.imported_at
  from health_documents d join record_resources r on r.id = d.resource_id
  where not r.is_hidden and not exists (
    select from health_documents later join record_resources lr on lr.id = later.resource_id
    where later.patient_id = d.patient_id and lr.source = r.source and not lr.is_hidden
      and (later.set_key = d.set_key or later.document_key = d.document_key)
      and (coalesce(later.version_number, 0), coalesce(later.document_at, '-infinity'), later.resource_id)
        > (coalesce(d.version_number, 0), coalesce(d.document_at, '-infinity'), d.resource_id))
  and not exists (
    select from record_links l join record_resources lr on lr.id = l.resource_id left join health_documents ld on ld.resource_id = lr.id
    where l.relation = 'replaces' and lr.source = r.source and lr.patient_id = r.patient_id and not lr.is_hidden and lr.id <> r.id
      and l.target_type in (r.type, 'ClinicalDocument') and l.target_id in (r.resource_id, d.document_key)
      and not exists (
        select from record_links back where back.resource_id = r.id and back.relation = 'replaces'
          and back.target_type in (lr.type, 'ClinicalDocument') and back.target_id in (lr.resource_id, ld.document_key)));

-- The notes that a patient may read: not hidden, and not replaced by one that is shown. Two that replace each other are both shown.
create or replace view shown_notes as
  select n.resource_id as note_id, n.patient_id, n.document_type, n.service_at, n.authored_by, n.institution, n.note_to_patient, r.status, r.changed_at,
    r.reviewed_at,
    -- as exactly as the source says; years that nobody lived in stand for none
    case when n.service_date ~ '^[12][0-9]{3}' then
      case n.service_precision
        -- As readSourceDate has it: of the day that the source wrote. An edge of a day in UTC is that day; another moment in UTC names nobody's.
        when 'time' then case
          when n.service_date ~ '(Z|[+-]00:00)$' and n.service_date !~ 'T(00:00(:00([.]0+)?)?|23:59(:[0-5][0-9]([.][0-9]+)?)?)(Z|[+-]00:00)$'
            then to_char(n.service_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          else replace(regexp_replace(regexp_replace(n.service_date, '(Z|-00:00)$', '+00:00'), 'T([0-9]{2}:[0-9]{2})([+-])', 'T\1:00\2'), ':60', ':59') end
        when 'day' then left(n.service_date, 10) else n.service_date end
    end as service_date,
    exists (select from record_links own where own.resource_id = r.id and own.relation = 'replaces') as replaces_earlier
  from clinical_notes n join record_resources r on r.id = n.resource_id
  -- From the link to what it is of, and never the other way: that would compare each note with each.
  where not r.is_hidden and not exists (
    select from record_links l
    where l.target_type = r.type and l.target_id = r.resource_id and l.relation = 'replaces' and (
      select later.source = r.source and later.patient_id = r.patient_id and not later.is_hidden and later.id <> r.id
        and exists (select from clinical_notes shown where shown.resource_id = later.id)
        and not exists (
          select from record_links back
          where back.resource_id = r.id and back.relation = 'replaces' and back.target_type = later.type and back.target_id = later.resource_id)
      from record_resources later where later.id = l.resource_id));
