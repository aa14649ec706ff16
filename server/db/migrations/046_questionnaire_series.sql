-- Questionnaires that come again: a rule for one patient, from which a server makes the assignments ahead.
create table questionnaire_series (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade,
  template_id bigint not null references questionnaire_templates,
  -- every so many days, weeks or months, or so many days before or after each visit (questionnaires/series/rule.ts)
  rule jsonb not null,
  -- the window of each: it can be begun so many days before its due day, and is missed so many days after
  opens_days_before integer not null check (opens_days_before between 0 and 365),
  missed_after_days integer not null check (missed_after_days between 0 and 365),
  -- when it is to be looked at next; null: everything of it is made
  look_at timestamptz default now(),
  created_at timestamptz not null default now(),
  stopped_at timestamptz
);
create index questionnaire_series_by_patient on questionnaire_series (patient_id);
create index questionnaire_series_to_look_at on questionnaire_series (look_at) where stopped_at is null and look_at is not null;

alter table assigned_questionnaires
  add column series_id bigint references questionnaire_series on delete set null,
  -- which one of its series: there is one of each at most
  add column series_key text,
  -- the first day on which the patient can begin it
  add column opens_on date,
  -- of its own, in place of the template's
  add column missed_after_days integer;

-- Patients whose visits have changed. Rows are only added and taken, so that whoever writes visits waits for no series.
create table questionnaire_series_looks (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade
);
create function look_at_series() returns trigger language plpgsql as $$
begin
  insert into questionnaire_series_looks (patient_id)
    select new.patient_id where exists (select from questionnaire_series s
      where s.patient_id = new.patient_id and s.stopped_at is null and s.rule ->> 'kind' = 'visits');
  return null;
end
$$;
create trigger look_at_series after insert or update of starts_at, day, type, kind, facility_id, is_cancelled on appointments
  for each row execute function look_at_series();
-- A visit that is taken out of the record.
create function look_at_series_of_gone() returns trigger language plpgsql as $$
begin
  insert into questionnaire_series_looks (patient_id)
    select old.patient_id where exists (select from questionnaire_series s
      where s.patient_id = old.patient_id and s.stopped_at is null and s.rule ->> 'kind' = 'visits')
      and exists (select from patients p where p.id = old.patient_id);
  return null;
end
$$;
create trigger look_at_series_of_gone after delete on appointments for each row execute function look_at_series_of_gone();
