-- Each row of the audit is sealed under a key that the database does not have, and only through append_audit.

alter table audit_events
  -- tells under which key it was sealed; null: before there were keys
  add column key_mark bytea,
  -- makes the seal of each row another one
  add column nonce bytea;

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

drop function broken_audit_rows();
drop function append_audit(text, bigint, bigint, bigint, text, text, bigint, jsonb);
drop function audit_hash(bytea, audit_events);

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
