-- Health summaries that patients share by a link (SMART Health Links). What is stored is encrypted with a key that only the link has.
create table summary_links (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients (id) on delete cascade,
  -- who shared it; the link works while this person may read the summary
  user_id bigint not null references users (id) on delete cascade,
  manifest_hash bytea not null unique,
  passcode_hash text not null,
  wrong_passcodes integer not null default 0,
  -- whom it was made for, in that person's words
  recipient text not null,
  -- null once it cannot be opened any more
  content text,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  openings integer not null,
  opened integer not null default 0,
  last_opened_at timestamptz,
  -- for a reader that fetches the file by itself
  ticket_hash bytea,
  ticket_ends_at timestamptz
);
create index summary_links_by_patient on summary_links (patient_id, created_at);
