-- When the chains of the audit were checked, and what was found.

-- One check of everything, in pieces.
create table audit_check_runs (
  id bigint generated always as identity primary key,
  begun_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Whoever works on it keeps moving this; a run whose process was killed is taken up where it stood.
  held_until timestamptz not null,
  -- Chains are checked in their order, after the anchors outside the database.
  anchors_done boolean not null default false,
  after_chain text not null default '',
  chains bigint not null default 0,
  events bigint not null default 0
);

create table audit_findings (
  id bigint generated always as identity primary key,
  -- null: a check of one chain alone
  run_id bigint references audit_check_runs on delete cascade,
  chain text not null,
  -- 0: the chain as a whole
  seq bigint not null,
  what text not null,
  found_at timestamptz not null default now(),
  unique (run_id, chain, seq, what)
);

-- The last check of each chain.
create table audit_checks (
  chain text primary key,
  checked_at timestamptz not null,
  -- of the last one that found nothing
  sound_at timestamptz,
  events bigint not null
);
