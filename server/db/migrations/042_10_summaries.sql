-- Health summaries: documents that other systems sent, what they and FHIR resources tell as lists, and how a summary is passed on.

-- A document of the record, of a record_resources row of type ClinicalDocument (source, "ClinicalDocument", root and extension of its id).
create table health_documents (
  resource_id bigint primary key,
  patient_id bigint not null,
  external_system_id bigint not null references external_systems on delete cascade,
  title text not null,
  -- LOINC
  type_code text,
  type_name text,
  language text,
  -- as the source has it, the first instant that it can mean, and how exact it is
  document_date text,
  document_at timestamptz,
  document_precision text check (document_precision in ('year', 'month', 'day', 'time')),
  -- what it covers; without a period, the day of the document
  period_start date,
  period_end date,
  -- the clinic that keeps the document
  custodian text,
  -- {"date", "visitType", "provider"} of the visit that it is about
  visit jsonb,
  -- set and version by which a later document takes the place of an earlier one
  set_key text,
  version_number integer,
  -- the document as it was received
  content bytea not null,
  -- the document tree (ccda/tree.ts) as gzip of JSON, and by which version of the reader it was made
  tree bytea not null,
  tree_version integer not null,
  foreign key (resource_id, patient_id) references record_resources (id, patient_id) on delete cascade
);
alter table health_documents alter column content set storage external;
alter table health_documents alter column tree set storage external;
create index health_documents_by_patient on health_documents (patient_id, external_system_id, document_at desc);
create index health_documents_by_set on health_documents (patient_id, set_key) where set_key is not null;

-- Documents that a patient may read: not hidden, and no later version of the same set is shown.
create view shown_health_documents as
  select d.resource_id as ccda_id, d.patient_id, d.external_system_id, d.title, d.type_code, d.type_name, d.language, d.document_date, d.document_at,
    d.document_precision, d.period_start, d.period_end, d.custodian, d.visit, d.tree_version, r.source, r.imported_at
  from health_documents d join record_resources r on r.id = d.resource_id
  where not r.is_hidden and not exists (
    select from health_documents later join record_resources lr on lr.id = later.resource_id
    where d.set_key is not null and later.patient_id = d.patient_id and later.set_key = d.set_key and lr.source = r.source and not lr.is_hidden
      and (coalesce(later.version_number, 0), later.resource_id) > (coalesce(d.version_number, 0), d.resource_id))
  and not exists (
    select from record_links l join record_resources lr on lr.id = l.resource_id
    where l.relation = 'replaces' and l.target_type = r.type and l.target_id = r.resource_id and lr.source = r.source
      and lr.patient_id = r.patient_id and not lr.is_hidden and lr.id <> r.id and lr.id > r.id);

-- Entries of the lists (contract, healthLists.ts), one row for each that a resource tells: a document tells many, a FHIR resource one.
create table health_entries (
  id bigint generated always as identity primary key,
  resource_id bigint not null,
  patient_id bigint not null,
  position integer not null,
  list_key text not null,
  -- 'entry': a HealthEntry. 'narrative': {"title", "section"}: the words of that section of the document are the list.
  kind text not null check (kind in ('entry', 'narrative')),
  entry jsonb not null,
  entry_at timestamptz,
  unique (resource_id, position),
  foreign key (resource_id, patient_id) references record_resources (id, patient_id) on delete cascade
);
create index health_entries_by_patient on health_entries (patient_id, list_key, entry_at desc);

-- What was sent where, for the log and so that a repeated request sends once.
create table summary_transmissions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  idempotency_key text not null,
  patient_id bigint not null references patients on delete cascade,
  facility_id bigint not null references facilities on delete cascade,
  kind text not null check (kind in ('email', 'sendSecurely')),
  recipient text not null,
  -- names it wherever it is handed over: one name for every try
  message_key uuid not null default gen_random_uuid(),
  -- the mail of a send by email: what becomes of the mail becomes of the send
  mail_id bigint references mails on delete set null,
  created_at timestamptz not null default now(),
  -- of a secure send that waits for its gateway; gone when it is over
  content bytea,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  lease uuid,
  leased_until timestamptz,
  state text not null check (state in ('queued', 'delivered', 'failed')),
  ended_at timestamptz,
  failure text,
  unique (user_id, idempotency_key),
  check ((state = 'queued') = (ended_at is null))
);
create index summary_transmissions_due on summary_transmissions (next_try_at) where state = 'queued';
create index summary_transmissions_by_mail on summary_transmissions (mail_id) where mail_id is not null;
