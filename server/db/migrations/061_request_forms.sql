-- Questionnaires that patients fill in to ask the facility for something: sending the answers makes a request of them.
create table request_forms (
  assigned_questionnaire_id bigint primary key references assigned_questionnaires on delete cascade,
  patient_id bigint not null references patients on delete cascade,
  -- as messages.json names it
  kind text not null,
  -- to whom the request goes
  care_provider_id bigint not null references care_providers on delete cascade,
  begun_at timestamptz not null default now()
);
create index request_forms_by_patient on request_forms (patient_id, kind);
create index request_forms_by_provider on request_forms (care_provider_id);
