-- Two records of one person become one, as the hospital says it; a record number is replaced by another. Either can be undone.

-- Numbers that a patient had before. Messages, imports and commands that name one mean the patient who has it here.
create table former_record_numbers (
  home_facility_id bigint not null references facilities on delete cascade,
  mrn text not null,
  patient_id bigint not null references patients on delete cascade,
  primary key (home_facility_id, mrn)
);
create index former_record_numbers_by_number on former_record_numbers (mrn);
create index former_record_numbers_by_patient on former_record_numbers (patient_id);

-- The row of the record that was given up stays, without a record and with an account that is switched off: its activity log is still under its id.
create table patient_merges (
  id bigint generated always as identity primary key,
  from_patient_id bigint not null references patients on delete cascade,
  into_patient_id bigint not null references patients on delete cascade,
  from_mrn text not null,
  -- true: the account went to the record that stays, because that had none
  moved_account boolean not null,
  merged_at timestamptz not null default now(),
  undone_at timestamptz
);
create unique index patient_merges_standing on patient_merges (from_patient_id) where undone_at is null;
create index patient_merges_from on patient_merges (from_patient_id);
create index patient_merges_into on patient_merges (into_patient_id) where undone_at is null;

-- What a merge has moved or changed, so that it can be put back: the key of the row without the patient, and what else was changed of it.
create table patient_merge_rows (
  merge_id bigint not null references patient_merges on delete cascade,
  -- a table, or the column of one that was changed
  table_name text not null,
  row_key jsonb not null,
  before jsonb
);
create index patient_merge_rows_by_merge on patient_merge_rows (merge_id, table_name);

-- Why an account is switched off, where its person is told at the log-in. joined: its record was given up for that of another account.
alter table users add column closed_because text;

-- Of a message that merges: the other patient whose messages wait for it, as patient_key names them.
alter table hl7_messages add column merged_key text;
