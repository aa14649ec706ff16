-- What patients are told of by mail, text message or on a device: what was told, when to look next, and the links that stop it.

-- Secure messages are there, so that facilities tell of them.
alter table facilities alter column reminder_settings set default '{
  "patientFollowUpEmailEnabled": true, "patientFollowUpSmsEnabled": true, "patientAppointmentEmailEnabled": true, "patientAppointmentSmsEnabled": true,
  "patientSecureMessageEmailEnabled": true, "patientSecureMessageSmsEnabled": true, "patientQuestionnaireEmailEnabled": true, "patientQuestionnaireSmsEnabled": true,
  "patientDefaultAppointmentReminderOffset": "Off", "patientDefaultFollowUpReminderOffset": "Off"}';
update facilities set reminder_settings = reminder_settings || '{"patientSecureMessageEmailEnabled": true, "patientSecureMessageSmsEnabled": true}';

-- One queue for every channel. `content` of a mail is {fromName, subject, text, html, stopAddress}, of a text message {text}.
alter table mails
  add column channel text not null default 'Email' check (channel in ('Email', 'Sms', 'Push')),
  -- the zone in which it goes out by day alone, after whatever somebody waits for; null: at any hour
  add column by_day_in text;
drop index mails_due;
create index mails_due on mails (channel, (by_day_in is not null), next_try_at, id) where state = 'queued';

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

-- Since when each channel of each kind is on, and each offset is as it is: {"appointment_email": instant, "appointment_offset": …}
alter table patient_reminder_settings add column told_since jsonb not null default '{}';
update patient_reminder_settings s set told_since = coalesce((
  select jsonb_object_agg(key, now()) from jsonb_each(to_jsonb(s)) where key ~ '^(appointment|follow_up|secure_message|questionnaire)_[a-z]+$' and value = 'true'), '{}');

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

create function look_for_notices() returns trigger language plpgsql as $$
begin
  insert into notice_agenda (patient_id, look_at) values (new.patient_id, '-infinity') on conflict (patient_id) do update set look_at = excluded.look_at;
  return null;
end
$$;
create trigger look_for_notices after insert or update on patient_reminder_settings for each row execute function look_for_notices();
insert into notice_agenda (patient_id, look_at) select patient_id, '-infinity' from patient_reminder_settings;

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

-- Whom a mail that came back, or arrived, was meant for.
create index patients_by_email on patients (lower(email_address));
create index patient_reminder_settings_by_email on patient_reminder_settings (lower(non_primary_email)) where not use_primary_email;
create index patient_reminder_settings_bounced on patient_reminder_settings (patient_id) where email_bounced_at is not null;
