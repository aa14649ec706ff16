-- What other systems know of a patient, read from FHIR R4: test results, notes, the treatment summary, registration details.

-- Whom a Patient of a source is. Only identifiers or an operator make a row.
create table record_patients (
  source text not null,
  -- "Patient/123"
  patient_key text not null,
  patient_id bigint not null references patients on delete cascade,
  matched_at timestamptz not null default now(),
  primary key (source, patient_key)
);
create index record_patients_by_patient on record_patients (patient_id);

-- Patients of a source who are nobody here, or not for certain. Who they are says the source: only their key is kept.
create table record_unmatched (
  source text not null,
  patient_key text not null,
  reason text not null,
  -- what the last import left out for it
  resources integer not null,
  seen_at timestamptz not null default now(),
  primary key (source, patient_key)
);

-- People, places, orders and visits that resources refer to: {"name", "phone", "email", "practitioner", "organization", "requester"}.
create table record_directory (
  source text not null,
  reference_key text not null,
  entry jsonb not null,
  primary key (source, reference_key)
);

-- One row for each resource that is part of somebody's record. Its id is that of its rows in the tables below.
create table record_resources (
  id bigint generated always as identity primary key,
  source text not null,
  type text not null,
  resource_id text not null,
  patient_id bigint not null references patients on delete cascade,
  version_id text,
  last_updated timestamptz,
  -- as the source has it: final, amended, corrected, entered-in-error, …
  status text,
  -- not for patients (any more): entered in error, cancelled, a draft. What was entered in error has no rows below.
  is_hidden boolean not null,
  -- of all that was made of it: the same content changes nothing
  content_hash text not null,
  imported_at timestamptz not null default now(),
  -- when a later version or a correction replaced what was there
  changed_at timestamptz,
  -- when the patient had seen it as it is now
  reviewed_at timestamptz,
  unique (source, type, resource_id),
  -- for the foreign keys that keep every row with the patient of its resource
  unique (id, patient_id)
);
create index record_resources_by_patient on record_resources (patient_id, type);
create index record_resources_new on record_resources (patient_id) where reviewed_at is null and not is_hidden;
-- The results that a patient has not seen, without a look at all the others; what was cancelled is shown too, as cancelled.
create index record_resources_unread on record_resources (patient_id)
  where reviewed_at is null and type in ('Observation', 'DiagnosticReport') and (not is_hidden or status = 'cancelled');

-- What a resource refers to: the members of a report or a panel, the documents that it replaces, the diagnosis that it is about.
create table record_links (
  resource_id bigint not null references record_resources on delete cascade,
  relation text not null check (relation in ('member', 'replaces', 'about')),
  position integer not null,
  target_type text not null,
  target_id text not null,
  primary key (resource_id, relation, position)
);
create index record_links_by_target on record_links (target_type, target_id, relation);

-- What a patient opens as one test result: all that was taken at one time for one order or specimen. Its groups are the reports and
-- observations that are no member of another one.
create table lab_results (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade,
  source text not null,
  result_key text not null,
  -- of one that the facility had held back
  released_at timestamptz,
  unique (patient_id, source, result_key),
  unique (id, patient_id)
);

-- Each account chooses for itself, so that somebody who acts for a patient decides nothing for them.
create table lab_result_choices (
  user_id bigint not null references users on delete cascade,
  lab_result_id bigint not null references lab_results on delete cascade,
  -- 'wait': closed until the first visit after chosen_at
  choice text not null check (choice in ('open', 'wait')),
  chosen_at timestamptz not null default now(),
  primary key (user_id, lab_result_id)
);
create index lab_result_choices_by_result on lab_result_choices (lab_result_id);

-- A date as the source has it ("2012", "2012-03", "2012-03-06T20:43:11+01:00"), the first instant that it can mean, and how exact it is.
create table observations (
  resource_id bigint primary key,
  patient_id bigint not null,
  category text not null check (category in ('laboratory', 'vital-signs', 'survey', 'social-history', 'imaging', 'exam', 'procedure', 'therapy', 'activity', 'other')),
  -- of laboratory observations
  lab_result_id bigint,
  name text not null,
  -- [{"system", "code", "display"}, …]
  codings jsonb not null,
  -- codes of the kind of laboratory (`PAT`, `MB`, …), by which a facility holds back
  service_codes text[] not null default '{}',
  effective text,
  effective_at timestamptz,
  effective_precision text check (effective_precision in ('year', 'month', 'day', 'time')),
  effective_end text,
  issued_at timestamptz,
  requester text,
  lab_name text,
  comment text,
  foreign key (resource_id, patient_id) references record_resources (id, patient_id) on delete cascade,
  foreign key (lab_result_id, patient_id) references lab_results (id, patient_id)
);
create index observations_by_patient on observations (patient_id, category, effective_at);
create index observations_by_result on observations (lab_result_id) where lab_result_id is not null;

-- Position 0 is the observation's own value, the others are its components. Without any value there is a row that says why, if it is known.
create table observation_values (
  id bigint generated always as identity primary key,
  resource_id bigint not null references observations on delete cascade,
  position integer not null,
  name text not null,
  codings jsonb not null,
  kind text not null check (kind in ('quantity', 'text', 'code', 'yes-no', 'range', 'ratio', 'time', 'none')),
  comparator text check (comparator in ('<', '<=', '>=', '>')),
  -- with all the digits that the source wrote
  value text,
  unit text,
  -- what the laboratory gave before it corrected the value: as it was shown, with its unit where that was another one
  first_given text,
  absent_reason text,
  reference_range text,
  abnormal_flag text,
  is_abnormal boolean not null,
  unique (resource_id, position),
  check ((kind = 'none') = (value is null)),
  check (unit is null or kind in ('quantity', 'range', 'ratio'))
);

create table lab_reports (
  resource_id bigint primary key,
  patient_id bigint not null,
  lab_result_id bigint not null,
  name text not null,
  codings jsonb not null,
  -- as observations.service_codes
  categories text[] not null default '{}',
  effective text,
  effective_at timestamptz,
  effective_precision text check (effective_precision in ('year', 'month', 'day', 'time')),
  effective_end text,
  issued_at timestamptz,
  requester text,
  lab_name text,
  conclusion text,
  foreign key (resource_id, patient_id) references record_resources (id, patient_id) on delete cascade,
  foreign key (lab_result_id, patient_id) references lab_results (id, patient_id)
);
create index lab_reports_by_result on lab_reports (lab_result_id);
create index lab_reports_by_patient on lab_reports (patient_id, effective_at);

create table clinical_notes (
  resource_id bigint primary key,
  patient_id bigint not null,
  document_type text not null,
  codings jsonb not null,
  service_date text,
  service_at timestamptz,
  service_precision text check (service_precision in ('year', 'month', 'day', 'time')),
  authored_by text,
  institution text,
  note_to_patient text,
  foreign key (resource_id, patient_id) references record_resources (id, patient_id) on delete cascade
);
create index clinical_notes_by_patient on clinical_notes (patient_id, service_at);

-- The forms in which a report or a note can be read. HTML is allow-listed.
create table record_documents (
  id bigint generated always as identity primary key,
  resource_id bigint not null references record_resources on delete cascade,
  position integer not null,
  title text,
  language text,
  content_type text not null check (content_type in ('application/pdf', 'text/plain', 'text/html', 'image/jpeg', 'image/png')),
  pages integer not null check (pages > 0),
  -- a PDF that cannot be taken apart (protected, damaged) is handed over whole, as its one page
  is_whole boolean not null default false,
  content bytea not null,
  unique (resource_id, position)
);
alter table record_documents alter column content set storage external;

-- The notes that a patient may read: not hidden, and not replaced by one that is shown. Two that replace each other are both shown.
create view shown_notes as
  select n.resource_id as note_id, n.patient_id, n.document_type, n.service_at, n.authored_by, n.institution, n.note_to_patient, r.status, r.changed_at,
    r.reviewed_at,
    -- as exactly as the source says; years that nobody lived in stand for none
    case when n.service_date ~ '^[12][0-9]{3}' then
      case n.service_precision when 'time' then to_char(n.service_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        when 'day' then left(n.service_date, 10) else n.service_date end
    end as service_date,
    exists (select from record_links own where own.resource_id = r.id and own.relation = 'replaces') as replaces_earlier
  from clinical_notes n join record_resources r on r.id = n.resource_id
  -- From the link to what it is of, and never the other way: that would compare each note with each.
  where not r.is_hidden and not exists (
    select from record_links l
    where l.target_type = r.type and l.target_id = r.resource_id and l.relation = 'replaces' and (
      select later.source = r.source and later.patient_id = r.patient_id and not later.is_hidden and later.id <> r.id
        and exists (select from clinical_notes shown where shown.resource_id = later.id)
        and not exists (
          select from record_links back
          where back.resource_id = r.id and back.relation = 'replaces' and back.target_type = later.type and back.target_id = later.resource_id)
      from record_resources later where later.id = l.resource_id));

-- The documents of a note in their order, with the pages as a reader turns them.
create view note_pages as
  select d.id as document_id, d.resource_id as note_id, d.position, d.title, d.language, d.content_type, d.is_whole,
    case when d.is_whole then 1 else d.pages end as page_count,
    1 + coalesce(sum(case when d.is_whole then 1 else d.pages end)
      over (partition by d.resource_id order by d.position rows between unbounded preceding and 1 preceding), 0)::int as first_page
  from record_documents d;

create table treatment_summary_items (
  id bigint generated always as identity primary key,
  resource_id bigint not null,
  patient_id bigint not null,
  position integer not null,
  group_key text not null check (group_key in ('Allergy', 'Chemotherapy', 'ClinicalTrial', 'Comorbidity', 'Diagnosis', 'FamilyHistory', 'GeneticTest',
    'GynecologicHistory', 'InitialClinicalFinding', 'HormoneTherapy', 'Other', 'RadiationTherapy', 'SideEffectBundle', 'SocialHistory', 'Surgery',
    'TransplantHistory', 'TumorMarker')),
  -- 'own': an item. 'adds': its fields belong to the item of the resource that an 'about' link names. 'latest': one item for the group, each
  -- fact from the newest that tells it.
  kind text not null check (kind in ('own', 'adds', 'latest')),
  -- {"allergen": "…", "onsetDate": "2012-03", …}: fields of the group, dates as the source has them
  fields jsonb not null,
  -- of an item that says that there is nothing
  null_message text,
  item_at timestamptz,
  -- when the patient saw it. A resource may be part of a test result too, which is opened by itself, so the mark stands with the item. A
  -- correction writes its rows anew: it is new again.
  seen_at timestamptz,
  unique (resource_id, position),
  foreign key (resource_id, patient_id) references record_resources (id, patient_id) on delete cascade
);
create index treatment_summary_by_patient on treatment_summary_items (patient_id, group_key);
create index treatment_summary_unseen on treatment_summary_items (patient_id) where seen_at is null;

-- What sources say of a person beside what the portal itself keeps; the newest is shown.
create table registration_details (
  resource_id bigint primary key,
  patient_id bigint not null,
  -- {"gender", "birthCountry", "ethnicity", "race", …}
  details jsonb not null,
  foreign key (resource_id, patient_id) references record_resources (id, patient_id) on delete cascade
);
create index registration_details_by_patient on registration_details (patient_id);

-- Who came into care teams by a CareTeam of another system, so that a later one changes or ends that, and never what staff entered.
-- Whom a person of a source is here. Not is_made: the facility had entered them, and an import changes nothing of them.
create table imported_care_providers (
  facility_id bigint not null references facilities on delete cascade,
  source text not null,
  provider_key text not null,
  care_provider_id bigint not null references care_providers on delete cascade,
  is_made boolean not null,
  primary key (facility_id, source, provider_key)
);
create index imported_care_providers_by_provider on imported_care_providers (care_provider_id);

-- A member whom staff entered has no row here.
create table imported_care_team_members (
  resource_id bigint not null references record_resources on delete cascade,
  care_team_member_id bigint not null references care_team_members on delete cascade,
  primary key (resource_id, care_team_member_id)
);
create index imported_care_team_members_by_member on imported_care_team_members (care_team_member_id);
