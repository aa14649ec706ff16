-- Texts of questionnaires in further languages that a facility has written, and the value sets that questions are answered with.

-- A row never changes: what was shown with a completion can be shown again. What stands last is current.
create table questionnaire_texts (
  id bigint generated always as identity primary key,
  template_id bigint not null references questionnaire_templates on delete cascade,
  language text not null,
  -- by what is translated, as `textKey` names it
  content jsonb not null,
  saved_at timestamptz not null default now()
);
create index questionnaire_texts_of_template on questionnaire_texts (template_id, language, id);

-- The current texts of each language, by their ids.
alter table questionnaire_templates add column current_texts jsonb not null default '{}';

-- The language in which it was answered, and the facility's texts that were shown then.
alter table assigned_questionnaires add column answered_language text;
alter table assigned_questionnaires add column answered_texts bigint;

-- What questions with many concepts are answered from, by what follows from the content.
create table value_sets (
  key text primary key,
  -- JSON as it leaves
  content text not null,
  concepts integer not null,
  created_at timestamptz not null default now()
);

-- ValueSets and CodeSystems of FHIR that questionnaires name and do not bring along.
create table terminology (
  kind text not null check (kind in ('ValueSet', 'CodeSystem')),
  url text not null,
  title text,
  concepts integer not null,
  content jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (kind, url)
);
