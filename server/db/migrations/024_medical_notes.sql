-- Medical notes on pages. Whoever acts for a patient already gets no right to them: nobody has a right that was not chosen.

-- A PDF that cannot be taken apart (protected, damaged) is handed over whole, as its one page.
alter table record_documents add column is_whole boolean not null default false;

-- The notes that a patient may read: not hidden, and not replaced by one that is shown. Two that replace each other are both shown.
create view shown_notes as
  select n.resource_id as note_id, n.patient_id, n.document_type, n.service_at, n.authored_by, n.institution, n.note_to_patient, r.status, r.changed_at,
    r.reviewed_at,
    -- as exactly as the source says; years that nobody lived in stand for none
    case when n.service_date ~ '^[12][0-9]{3}' then
      case n.service_precision when 'time' then to_char(n.service_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
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

-- The documents of a note in their order, with the pages as a reader turns them.
create view note_pages as
  select d.id as document_id, d.resource_id as note_id, d.position, d.title, d.language, d.content_type, d.is_whole,
    case when d.is_whole then 1 else d.pages end as page_count,
    1 + coalesce(sum(case when d.is_whole then 1 else d.pages end)
      over (partition by d.resource_id order by d.position rows between unbounded preceding and 1 preceding), 0)::int as first_page
  from record_documents d;
