-- FHIR R4 from other systems by itself: who sends or is read, what came, and how far reading has got.

create table fhir_sources (
  id bigint generated always as identity primary key,
  -- also the source of what it tells, as in record_resources
  name text not null,
  facility_id bigint not null references facilities on delete cascade,
  -- whose identifiers are the record numbers here; null: those of type MR
  identifier_system text,
  -- the address whose ids its resources have, with a slash at its end: of a source that posts, the first that it names
  base_url text,
  -- of a source that posts: its key
  key_hash bytea,
  -- of a source that is read: how it knows this portal, and what is asked for
  client_id text,
  token_url text,
  scope text,
  group_id text,
  every_minutes integer,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  check ((key_hash is null) = (every_minutes is not null and base_url is not null))
);
create unique index fhir_sources_by_name on fhir_sources (lower(name));
create unique index fhir_sources_by_key on fhir_sources (key_hash) where removed_at is null;
create index fhir_sources_by_facility on fhir_sources (facility_id);

-- What came: Bundles that were posted, and pages and parts of files that were read.
create table fhir_bundles (
  id bigint generated always as identity primary key,
  source_id bigint not null references fhir_sources on delete cascade,
  -- of its identifier, else of its bytes; of what was read, of its place: what comes again under it is the same if its bytes are
  bundle_key bytea not null,
  body_hash bytea not null,
  kind text not null check (kind in ('transaction', 'batch', 'collection', 'page', 'file')),
  -- sealed; null once it is no longer needed
  content bytea,
  -- of what was read: the type of its resources, and when the source took it together
  resource_type text,
  as_of timestamptz,
  -- of what was read: what of it could not be stored
  faults text,
  -- it takes back resources that may be in others, which waited for their patient
  has_deletions boolean not null,
  -- what its sender was answered
  answer text,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed', 'skipped')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  next_try_at timestamptz not null default now(),
  tries integer not null default 0,
  lease uuid,
  leased_until timestamptz,
  -- why it waits for the engineer, and what became of it, in words without anything of a patient
  failure text,
  outcome text,
  -- it is tried again once somebody has one of these record numbers, or a Patient of one of these keys was found
  unknown_numbers text[] not null default '{}',
  unknown_keys text[] not null default '{}',
  unique (source_id, bundle_key)
);
create index fhir_bundles_due on fhir_bundles (next_try_at, id) where state = 'queued';
create index fhir_bundles_open on fhir_bundles (source_id, id) where state = 'queued';
create index fhir_bundles_failed on fhir_bundles (id) where state = 'failed';
create index fhir_bundles_ended on fhir_bundles (ended_at) where state <> 'failed';
create index fhir_bundles_kept on fhir_bundles (ended_at) where content is not null and state <> 'failed';
create index fhir_bundles_deleting on fhir_bundles (source_id, id) where has_deletions;

-- How far reading a source has got.
create table fhir_pulls (
  source_id bigint primary key references fhir_sources on delete cascade,
  -- by the source's clock: what changed before then is here
  read_until timestamptz,
  -- the pull that is under way, as pull/progress.ts reads it; null: none is
  progress jsonb,
  next_try_at timestamptz not null default now(),
  tries integer not null default 0,
  lease uuid,
  leased_until timestamptz,
  -- since when it fails, and why, in words without anything of a patient
  failing_since timestamptz,
  failure text
);
create index fhir_pulls_due on fhir_pulls (next_try_at);
create index fhir_pulls_failing on fhir_pulls (failing_since) where failing_since is not null;

-- The keys under which this portal says who it is to FHIR servers. The newest signs; the others are published until they are retired.
create table fhir_client_keys (
  key_id text primary key,
  algorithm text not null check (algorithm in ('ES384', 'RS384')),
  public_key jsonb not null,
  -- sealed under SERVER_KEY
  private_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
