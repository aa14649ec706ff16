-- Templates in revisions that never change, what was assigned to whom, its completion, and the unsent answers.

create table questionnaire_templates (
  id bigint generated always as identity primary key,
  -- what a second import of the same instrument is known by: its url, or else its identifier
  source_key text unique,
  -- as of the current revision, for lists
  title text not null,
  current_revision integer not null default 1,
  -- days after the due date from which an open questionnaire counts as missed; null: never
  missed_after_days integer default 30 check (missed_after_days >= 0),
  -- what an operator says beside what its file says: a title, texts, totals with their messages; laid over each revision
  settings jsonb,
  created_at timestamptz not null default now()
);

create table questionnaire_revisions (
  template_id bigint not null references questionnaire_templates on delete cascade,
  revision integer not null,
  -- {title, description, instructions, defaultMessage, items, scores, source}
  content jsonb not null,
  -- one of a kind everywhere, so that a server may remember what it has read
  key uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  primary key (template_id, revision)
);

-- Items and options keep their ids through all revisions: the key is the linkId, or what a template of ours calls the item.
create table questionnaire_item_ids (
  id bigint generated always as identity primary key,
  template_id bigint not null references questionnaire_templates on delete cascade,
  item_key text not null,
  unique (template_id, item_key)
);
create table questionnaire_option_ids (
  id bigint generated always as identity primary key,
  template_id bigint not null references questionnaire_templates on delete cascade,
  item_key text not null,
  option_key text not null,
  unique (template_id, item_key, option_key)
);

create table assigned_questionnaires (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade,
  template_id bigint not null references questionnaire_templates,
  due_date date,
  can_start_by_patient boolean not null default true,
  status text not null default 'Assigned' check (status in ('Assigned', 'Started', 'Completed', 'Declined')),
  assigned_at timestamptz not null default now(),
  first_opened_at timestamptz,
  -- when it was completed or declined
  closed_at timestamptz,
  -- of a completion: which revision was answered, the key it came with, the answers and scores. Never changed.
  answered_revision integer,
  completion_key text,
  answers jsonb,
  scores jsonb,
  check ((status in ('Completed', 'Declined')) = (closed_at is not null)),
  check ((status = 'Completed') = (answered_revision is not null and completion_key is not null and answers is not null and scores is not null)),
  foreign key (template_id, answered_revision) references questionnaire_revisions (template_id, revision)
);
create index assigned_questionnaires_by_patient on assigned_questionnaires (patient_id, due_date);
create index assigned_questionnaires_due on assigned_questionnaires (due_date, patient_id) where status in ('Assigned', 'Started');
create index assigned_questionnaires_by_completion on assigned_questionnaires (closed_at) where status = 'Completed';
-- The list of a day with those who have finished.
create index assigned_questionnaires_of_a_day on assigned_questionnaires (due_date, patient_id) where status <> 'Declined';

-- The unsent answers, and until when they were discarded: a draft saved before that never comes back.
create table questionnaire_drafts (
  assigned_questionnaire_id bigint primary key references assigned_questionnaires on delete cascade,
  answers jsonb,
  template_revision integer,
  saved_at timestamptz(3),
  discarded_at timestamptz(3),
  check ((answers is null) = (saved_at is null) and (answers is null) = (template_revision is null))
);

create function today_in(time_zone text) returns date language sql stable as $$
  select (now() at time zone time_zone)::date
$$;
