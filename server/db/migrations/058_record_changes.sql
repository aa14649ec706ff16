-- What changed in the record and what was shown before, so that each reader can be told of what came in since they last looked.

-- The order of all changes. It is drawn under a lock that lasts until the commit, so a change that is seen later has a later number.
create sequence record_change_order;

-- A row for each resource that came in, came again changed or was taken back. What stood before this table is not in it, and so it is never new.
create table record_changes (
  id bigint generated always as identity primary key,
  resource_id bigint not null references record_resources on delete cascade,
  patient_id bigint not null references patients on delete cascade,
  -- null: the facility may hold it back. It gets its number when it is found to be open.
  told_order bigint,
  changed_at timestamptz not null default now(),
  -- what was shown of the resource before this change; null: nothing
  shown_before jsonb
);
create index record_changes_by_patient on record_changes (patient_id, told_order);
create index record_changes_by_resource on record_changes (resource_id);
create index record_changes_by_day on record_changes (changed_at);

-- Up to which change an account has seen a list of a patient. Who acts for a patient has rows of their own.
create table record_looks (
  user_id bigint not null references users on delete cascade,
  patient_id bigint not null references patients on delete cascade,
  list text not null check (list in ('results', 'notes', 'summary')),
  looked_to bigint not null,
  -- what came after this is marked in the list for as long as a visit lasts
  marked_from bigint not null,
  looked_at timestamptz not null default now(),
  primary key (user_id, patient_id, list)
);
create index record_looks_by_patient on record_looks (patient_id);
