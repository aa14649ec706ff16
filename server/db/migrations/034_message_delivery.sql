-- How messages reach the systems in which providers answer them.

alter table external_systems
  -- where messages are posted to
  add column message_url text check (message_url ~ '^https?://'),
  -- signs what is posted; sealed with the server's key
  add column message_secret bytea,
  -- sha256 of the key with which the system sends its answers
  add column answer_key_hash bytea unique,
  add check ((message_url is null) = (message_secret is null));

create table message_deliveries (
  message_id bigint primary key references secure_messages on delete cascade,
  external_system_id bigint not null references external_systems on delete cascade,
  created_at timestamptz not null default now(),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  -- who is handing it over just now, and until when nobody else may
  lease uuid,
  leased_until timestamptz,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  ended_at timestamptz,
  failure text,
  check ((state = 'queued') = (ended_at is null))
);
create index message_deliveries_due on message_deliveries (next_try_at) where state = 'queued';

-- In the transaction of the message, whoever writes it: a message that was acknowledged is on its way.
create function queue_message_delivery() returns trigger language plpgsql as $$
begin
  insert into message_deliveries (message_id, external_system_id)
    select new.id, x.id from secure_threads t join external_systems x on x.id = t.external_system_id
    where t.id = new.thread_id and x.message_url is not null;
  return null;
end
$$;
create trigger queue_message_delivery after insert on secure_messages for each row
  when (new.is_from_patient) execute function queue_message_delivery();

-- The moment at which so many working days have passed (1 Monday to 7 Sunday), by the clock of a zone. A message that comes on a day off counts from
-- the beginning of the next working day.
create function after_working_days(since timestamptz, days integer, working integer[], zone text) returns timestamptz language sql stable as $$
  select (d.day + case when b.works then b.local::time else time '00:00' end) at time zone zone
  from (select since at time zone zone as local, extract(isodow from since at time zone zone)::int = any(working) as works) b,
    lateral (
      select day::date as day from generate_series(b.local::date + 1, b.local::date + 7 * (days + 2), interval '1 day') day
      where extract(isodow from day)::int = any(working) order by day offset case when b.works then days - 1 else days end limit 1) d
$$;
