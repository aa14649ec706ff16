-- Facilities that move to a database of their own ("admin facility move"), and where from and to.

create table facility_moves (
  -- not a key to facilities: the row outlives the facility here
  facility_id bigint primary key,
  -- of the move, in both databases
  move_id uuid not null,
  -- its names, by which the move is run again when the facility is no longer here
  called text[] not null,
  -- the other database: its cluster and name
  other_database text not null,
  -- moving: its rows may not change here; moved: they are gone; arrived: they came from the other database
  state text not null check (state in ('moving', 'moved', 'arrived')),
  changed_at timestamptz not null default now()
);

-- Refuses changes of rows of facilities that move: tg_argv[0] tells in SQL whether row "t" is theirs. By 57P03 the server takes the database for
-- unreachable just now: it answers 503, and clients and jobs try again.
create function refuse_while_facility_moves() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  theirs boolean := false;
begin
  if tg_op <> 'INSERT' then
    execute 'select exists (select from (select ($1).*) t where ' || tg_argv[0] || ')' into theirs using old;
  end if;
  if tg_op <> 'DELETE' and not theirs then
    execute 'select exists (select from (select ($1).*) t where ' || tg_argv[0] || ')' into theirs using new;
  end if;
  if theirs and current_setting('vestibule.facility_moves', true) is distinct from 'on' then
    raise exception 'the facility of this row is moving to another database' using errcode = '57P03';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
revoke execute on function refuse_while_facility_moves() from public;
