-- The audit: chains of rows, each sealed under a key that the database does not have, and only through append_audit; and what checks of them found.

create table audit_heads (
  chain text primary key,
  seq bigint not null,
  hash bytea not null
);

create table audit_events (
  id bigint generated always as identity primary key,
  chain text not null,
  seq bigint not null,
  happened_at timestamptz not null,
  type text not null,
  patient_id bigint,
  facility_id bigint,
  actor_user_id bigint,
  actor_role text,
  actor_name text,
  session_id bigint,
  detail jsonb not null,
  hash bytea not null,
  -- tells under which key it was sealed; null: before there were keys
  key_mark bytea,
  -- makes the seal of each row another one
  nonce bytea,
  unique (chain, seq)
);
-- The activity log reads one patient's rows, or those of one person, latest first and page by page.
create index audit_events_log on audit_events (patient_id, happened_at desc, id desc) where patient_id is not null;
create index audit_events_by_actor on audit_events (actor_user_id, happened_at desc, id desc) where actor_user_id is not null;
-- What device a session is from stands in the row of its beginning, because sessions go after 30 days and the log stays.
create index audit_events_of_sessions on audit_events (session_id) where type = 'session.started';

-- The keys, by their marks; the youngest is the one in use.
create table audit_keys (
  mark bytea primary key,
  since timestamptz not null default clock_timestamp()
);

-- Where a chain stood when a key came into use: what follows is under that key alone.
create table audit_seals (
  chain text not null,
  key_mark bytea not null,
  seq bigint not null,
  hash bytea not null,
  seal bytea not null,
  primary key (chain, key_mark)
);

-- The tag covers what the row says, and the chain, under the key. The hash adds its place: the hash before it, its number and its time.
create function append_audit(type text, patient bigint, facility bigint, actor bigint, role text, name text, session bigint, detail jsonb,
  key_mark bytea, nonce bytea, tag bytea)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  own_chain text := case when patient is not null then 'patient:' || patient when facility is not null then 'facility:' || facility else 'server' end;
  number bigint;
  previous bytea;
  happened timestamptz;
  made_hash bytea;
begin
  insert into audit_heads as head (chain, seq, hash) values (own_chain, 1, '\x0000000000000000000000000000000000000000000000000000000000000000')
    on conflict on constraint audit_heads_pkey do update set seq = head.seq + 1
    returning head.seq, head.hash into number, previous;
  happened := clock_timestamp();
  made_hash := sha256(tag || previous || int8send(number) || int8send((extract(epoch from happened) * 1000000)::bigint));
  insert into audit_events (chain, seq, happened_at, type, patient_id, facility_id, actor_user_id, actor_role, actor_name, session_id, detail, hash, key_mark, nonce)
    values (own_chain, number, happened, type, patient, facility, actor, role, name, session, detail, made_hash, key_mark, nonce);
  update audit_heads head set hash = made_hash where head.chain = own_chain;
end
$$;
revoke execute on function append_audit(text, bigint, bigint, bigint, text, text, bigint, jsonb, bytea, bytea, bytea) from public;

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
