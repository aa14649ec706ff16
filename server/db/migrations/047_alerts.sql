-- Answers that somebody at the facility has to look at: what a completion raised by its questionnaire's rules, until it is acknowledged.

-- whom the facility has told of them, where a rule names nobody
alter table facilities add column alert_email text;

create table questionnaire_alerts (
  id bigint generated always as identity primary key,
  assigned_questionnaire_id bigint not null references assigned_questionnaires on delete cascade,
  patient_id bigint not null references patients on delete cascade,
  facility_id bigint not null references facilities on delete cascade,
  -- which rule of the answered revision
  alert_key text not null,
  -- whom that rule names; null: whom the facility names
  tell_address text,
  raised_at timestamptz not null default now(),
  -- when a reminder is due; null: nobody is reminded
  remind_at timestamptz,
  reminded_at timestamptz,
  acknowledged_at timestamptz,
  -- who takes care of it, as staff wrote it
  acknowledged_by text,
  note text,
  -- a completion raises each rule once, however often it is sent
  unique (assigned_questionnaire_id, alert_key),
  check ((acknowledged_at is null) = (acknowledged_by is null))
);
create index open_questionnaire_alerts on questionnaire_alerts (facility_id, raised_at) where acknowledged_at is null;
create index questionnaire_alerts_to_remind on questionnaire_alerts (remind_at) where acknowledged_at is null and reminded_at is null;
create index questionnaire_alerts_by_patient on questionnaire_alerts (patient_id);
