-- Once a day, what is stored of a FHIR source that is searched is looked for there. When that was done last, how far the one under way has got, and why
-- the last one ended early.
alter table fhir_pulls
  add column compared_at timestamptz,
  add column compare_type text,
  add column compare_id text,
  add column compare_failure text;

-- Resources that their source does not find any more, and did not say that they are deleted: for the engineer to ask about.
create table fhir_missing (
  resource_id bigint primary key references record_resources on delete cascade,
  source_id bigint not null references fhir_sources on delete cascade,
  -- the status with which reading it is answered
  answer integer not null,
  since timestamptz not null default now()
);
create index fhir_missing_by_source on fhir_missing (source_id);
