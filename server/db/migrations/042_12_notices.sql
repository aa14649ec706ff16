-- What patients are told of by mail, text message or on a device: what was told, when to look next, and the links that stop it.

-- By which way a patient wants to be told. No row: by none.
create table patient_reminder_settings (
  patient_id bigint primary key references patients on delete cascade,
  appointment_email boolean not null default false,
  appointment_sms boolean not null default false,
  follow_up_email boolean not null default false,
  follow_up_sms boolean not null default false,
  secure_message_email boolean not null default false,
  secure_message_sms boolean not null default false,
  questionnaire_email boolean not null default false,
  questionnaire_sms boolean not null default false,
  -- what any device of a patient is told of, kept by choose_push: who plans notices reads one row
  appointment_push boolean not null default false,
  follow_up_push boolean not null default false,
  secure_message_push boolean not null default false,
  questionnaire_push boolean not null default false,
  use_primary_email boolean not null default true,
  non_primary_email text,
  email_bounced_at timestamptz,
  sms_phone_number text,
  -- null: as the facility has it
  appointment_offset text,
  follow_up_offset text,
  -- since when each channel of each kind is on, and each offset is as it is: {"appointment_email": instant, "appointment_offset": …}
  told_since jsonb not null default '{}'
);
create index patient_reminder_settings_by_email on patient_reminder_settings (lower(non_primary_email)) where not use_primary_email;
create index patient_reminder_settings_bounced on patient_reminder_settings (patient_id) where email_bounced_at is not null;

create function begin_notices() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  choice text;
begin
  for choice in
    select key from jsonb_each(to_jsonb(new))
    where key ~ '^(appointment|follow_up|secure_message|questionnaire)_[a-z]+$' and value is distinct from was -> key and (value = 'true' or key like '%\_offset')
  loop
    new.told_since := new.told_since || jsonb_build_object(choice, now());
  end loop;
  return new;
end
$$;
create trigger begin_notices before insert or update on patient_reminder_settings for each row execute function begin_notices();

-- Each thing that a patient was told of, by each channel, once. Written in the transaction that puts the notice into the queue.
create table notices (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade,
  kind text not null check (kind in ('appointment', 'followUp', 'secureMessage', 'questionnaire')),
  -- the visit, message or questionnaire; 0: a digest
  thing_id bigint not null,
  occasion text not null,
  channel text not null check (channel in ('Email', 'Sms', 'Push')),
  -- of the message that told it
  message_key uuid not null,
  told_at timestamptz not null,
  unique (patient_id, kind, thing_id, occasion, channel)
);
create index notices_told on notices (told_at);

-- When to look next whether a patient is to be told of something. Whatever changes that sets it to -infinity.
create table notice_agenda (
  patient_id bigint primary key references patients on delete cascade,
  look_at timestamptz not null
);
create index notice_agenda_due on notice_agenda (look_at);

-- Links in notices that stop them. They work again and again: whoever presses twice has stopped it all the same.
create table notice_stops (
  token_hash bytea primary key,
  patient_id bigint not null references patients on delete cascade,
  channel text not null check (channel in ('Email', 'Sms', 'Push')),
  kinds text[] not null,
  created_at timestamptz not null
);
create index notice_stops_made on notice_stops (created_at);

create function look_for_notices() returns trigger language plpgsql as $$
begin
  insert into notice_agenda (patient_id, look_at) values (new.patient_id, '-infinity') on conflict (patient_id) do update set look_at = excluded.look_at;
  return null;
end
$$;
create trigger look_for_notices after insert or update on patient_reminder_settings for each row execute function look_for_notices();

-- Of everything else: only patients who ever chose something are on the agenda.
create function look_again_for_notices() returns trigger language plpgsql as $$
begin
  update notice_agenda set look_at = '-infinity' where patient_id = new.patient_id and look_at <> '-infinity';
  return null;
end
$$;
create trigger look_again_for_notices after insert or update of starts_at, day, target_date, status, is_cancelled, follow_up_id, facility_id on appointments
  for each row execute function look_again_for_notices();
create trigger look_again_for_notices after insert or update of read_at on secure_messages for each row execute function look_again_for_notices();
create trigger look_again_for_notices after insert or update of due_date, can_start_by_patient, status on assigned_questionnaires
  for each row execute function look_again_for_notices();
create trigger look_again_for_notices after update of archived_at on follow_up_plans for each row execute function look_again_for_notices();

-- Another address is one to which no mail has come back yet.
create function begin_with_address() returns trigger language plpgsql as $$
begin
  update patient_reminder_settings set email_bounced_at = null where patient_id = new.id and use_primary_email and email_bounced_at is not null;
  update notice_agenda set look_at = '-infinity' where patient_id = new.id;
  return null;
end
$$;
create trigger begin_with_address after update of email_address, home_facility_id on patients for each row
  when (new.email_address is distinct from old.email_address or new.home_facility_id <> old.home_facility_id) execute function begin_with_address();

create function look_again_at_facility() returns trigger language plpgsql as $$
begin
  update notice_agenda a set look_at = '-infinity' from patients p where p.id = a.patient_id and p.home_facility_id = new.id;
  return null;
end
$$;
create trigger look_again_at_facility after update of time_zone, reminder_settings, capabilities, subscription_ends_on on facilities
  for each row execute function look_again_at_facility();

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
