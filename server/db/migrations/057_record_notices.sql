-- Notices of what is new in the record: the patient's choice, and what is still to be told.
alter table patient_reminder_settings
  add column record_email boolean not null default false,
  add column record_sms boolean not null default false,
  add column record_push boolean not null default false,
  -- 'Off', 'AtOnce', 'Daily'; null: at once
  add column record_timing text;

alter table notices drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('appointment', 'followUp', 'secureMessage', 'questionnaire', 'record')) not valid;

create or replace function begin_notices() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  choice text;
begin
  for choice in
    select key from jsonb_each(to_jsonb(new))
    where key ~ '^(appointment|follow_up|secure_message|questionnaire|record)_[a-z]+$' and value is distinct from was -> key and (value = 'true' or key like '%\_offset')
  loop
    new.told_since := new.told_since || jsonb_build_object(choice, now());
  end loop;
  return new;
end
$$;

create or replace function choose_push() returns trigger language plpgsql as $$
declare
  whose bigint := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  insert into patient_reminder_settings as s (patient_id, appointment_push, follow_up_push, secure_message_push, questionnaire_push, record_push)
  select p.id, 'appointment' = any(chosen.kinds), 'followUp' = any(chosen.kinds), 'secureMessage' = any(chosen.kinds), 'questionnaire' = any(chosen.kinds),
    'record' = any(chosen.kinds)
  from patients p cross join lateral (select array(select unnest(t.kinds) from push_subscriptions t where t.user_id = p.user_id) as kinds) chosen
  where p.user_id = whose and (tg_op <> 'DELETE' or exists (select from patient_reminder_settings standing where standing.patient_id = p.id))
  on conflict (patient_id) do update set appointment_push = excluded.appointment_push, follow_up_push = excluded.follow_up_push,
    secure_message_push = excluded.secure_message_push, questionnaire_push = excluded.questionnaire_push, record_push = excluded.record_push
  where (s.appointment_push, s.follow_up_push, s.secure_message_push, s.questionnaire_push, s.record_push)
    is distinct from (excluded.appointment_push, excluded.follow_up_push, excluded.secure_message_push, excluded.questionnaire_push, excluded.record_push);
  return null;
end
$$;

-- What came into the record, or came again changed, and was not told yet. A row goes with its notice, or when there is nothing to tell.
create table record_news (
  resource_id bigint primary key references record_resources on delete cascade,
  patient_id bigint not null references patients on delete cascade,
  -- when it came in or, of what the facility held back, when it opened; in milliseconds, as the server knows it
  came_at timestamptz not null,
  is_held boolean not null default false
);
create index record_news_by_patient on record_news (patient_id);

create function queue_record_news() returns trigger language plpgsql as $$
begin
  insert into record_news (resource_id, patient_id, came_at)
  select new.id, new.patient_id, date_trunc('milliseconds', coalesce(new.changed_at, new.imported_at)) from patient_reminder_settings s
  where s.patient_id = new.patient_id and (s.record_email or s.record_sms or s.record_push) and s.record_timing is distinct from 'Off'
  on conflict (resource_id) do update set patient_id = excluded.patient_id, came_at = excluded.came_at, is_held = false;
  if found then
    update notice_agenda set look_at = '-infinity' where patient_id = new.patient_id and look_at <> '-infinity';
  end if;
  return null;
end
$$;
-- What is cancelled is shown as cancelled, so that is news as well.
create trigger queue_record_news after insert or update of changed_at on record_resources for each row
  when (not new.is_hidden or new.status = 'cancelled') execute function queue_record_news();

-- What was seen needs no notice any more, not even one that waits in the queue of mails.
create trigger look_again_for_notices after update of reviewed_at on record_resources for each row
  when (new.reviewed_at is not null and old.reviewed_at is null) execute function look_again_for_notices();
create trigger look_again_for_notices after update of seen_at on treatment_summary_items for each row
  when (new.seen_at is not null and old.seen_at is null) execute function look_again_for_notices();

-- What opens what was held back.
create trigger look_again_for_notices after update of released_at on lab_results for each row execute function look_again_for_notices();
create function look_again_for_holds() returns trigger language plpgsql as $$
begin
  update notice_agenda a set look_at = '-infinity' from record_news n join patients p on p.id = n.patient_id
  where a.patient_id = n.patient_id and p.home_facility_id = new.id;
  return null;
end
$$;
create trigger look_again_for_holds after update of result_holds on facilities for each row
  when (new.result_holds <> old.result_holds) execute function look_again_for_holds();
