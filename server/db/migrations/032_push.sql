-- Notices on a device: the key that signs them, the devices that get them, and those that wait to be sent.

-- The pair by which push services know this server (RFC 8292). The private half is sealed under the server's key.
create table push_keys (
  one boolean primary key default true check (one),
  public_key text not null,
  sealed_private_key bytea not null
);

create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  device_id text not null,
  -- the session of this browser that was heard of last: what ends a place ends its notices
  session_id bigint references sessions on delete set null,
  -- an endpoint is of one account
  endpoint_hash bytea not null unique,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  created_at timestamptz not null default now(),
  unique (user_id, device_id),
  foreign key (user_id, device_id) references devices on delete cascade
);
create index push_subscriptions_by_session on push_subscriptions (session_id);

-- A device that may keep nothing any more is told nothing any more, whichever statement revoked it.
create function end_push_of_revoked() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where user_id = new.user_id and device_id = new.device_id;
  return null;
end
$$;
create trigger end_push_of_revoked after update of revoked_at on devices
  for each row when (new.revoked_at is not null) execute function end_push_of_revoked();

-- Waits until a push service has taken it, and goes with the subscription: what is ended sends nothing more.
create table push_notices (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references push_subscriptions on delete cascade,
  kind text not null,
  created_at timestamptz not null default now(),
  -- from then on it is not worth sending
  worthless_at timestamptz not null,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  -- who is handing it over just now, and until when nobody else may
  lease uuid,
  leased_until timestamptz
);
create index push_notices_due on push_notices (next_try_at);
create index push_notices_by_subscription on push_notices (subscription_id);

-- What any device of a patient is told of, beside the other channels: who plans notices reads one row.
alter table patient_reminder_settings
  add column appointment_push boolean not null default false,
  add column follow_up_push boolean not null default false,
  add column secure_message_push boolean not null default false,
  add column questionnaire_push boolean not null default false;

create function choose_push() returns trigger language plpgsql as $$
declare
  whose bigint := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  insert into patient_reminder_settings as s (patient_id, appointment_push, follow_up_push, secure_message_push, questionnaire_push)
  select p.id, 'appointment' = any(chosen.kinds), 'followUp' = any(chosen.kinds), 'secureMessage' = any(chosen.kinds), 'questionnaire' = any(chosen.kinds)
  from patients p cross join lateral (select array(select unnest(t.kinds) from push_subscriptions t where t.user_id = p.user_id) as kinds) chosen
  where p.user_id = whose and (tg_op <> 'DELETE' or exists (select from patient_reminder_settings standing where standing.patient_id = p.id))
  on conflict (patient_id) do update set appointment_push = excluded.appointment_push, follow_up_push = excluded.follow_up_push,
    secure_message_push = excluded.secure_message_push, questionnaire_push = excluded.questionnaire_push
  where (s.appointment_push, s.follow_up_push, s.secure_message_push, s.questionnaire_push)
    is distinct from (excluded.appointment_push, excluded.follow_up_push, excluded.secure_message_push, excluded.questionnaire_push);
  return null;
end
$$;
create trigger choose_push after insert or update of kinds, user_id or delete on push_subscriptions
  for each row execute function choose_push();
