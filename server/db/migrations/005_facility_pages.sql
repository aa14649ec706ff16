-- What a facility publishes for its patients: questions and answers, contacts, forms. Download tickets, page views, and where
-- else a patient is known.

alter table facilities add column page_views boolean not null default false;

create table facility_faqs (
  id bigint generated always as identity primary key,
  facility_id bigint not null references facilities on delete cascade,
  language text not null,
  -- allow-listed HTML
  question text not null,
  answer text not null,
  view_order integer not null
);
create index facility_faqs_in_order on facility_faqs (facility_id, language, view_order);

create table facility_contacts (
  id bigint generated always as identity primary key,
  facility_id bigint not null references facilities on delete cascade,
  language text not null,
  contact_name text not null,
  address1 text,
  address2 text,
  city text,
  state text,
  zip_code text,
  country text,
  phone text,
  fax text,
  email text,
  sort_order integer not null
);
create index facility_contacts_in_order on facility_contacts (facility_id, language, sort_order);

create table facility_forms (
  id bigint generated always as identity primary key,
  facility_id bigint not null references facilities on delete cascade,
  language text not null,
  title text not null,
  description text,
  -- kept elsewhere
  url text,
  -- kept here: the ending of its name, and the file
  file_type text,
  file bytea,
  view_order integer not null,
  check ((url is null) <> (file is null)),
  check ((file is null) = (file_type is null))
);
create index facility_forms_in_order on facility_forms (facility_id, language, view_order);
-- PDFs and office files are compressed already.
alter table facility_forms alter column file set storage external;

create table download_tickets (
  token_hash bytea primary key,
  session_id bigint not null references sessions on delete cascade,
  -- path and query of the one download that it is for
  path text not null,
  expires_at timestamptz not null
);
create index download_tickets_by_session on download_tickets (session_id);

create table page_views (
  facility_id bigint not null references facilities on delete cascade,
  -- the day at the facility
  day date not null,
  -- the route's pattern alone
  route text not null,
  views bigint not null,
  primary key (facility_id, day, route)
);

-- Where a patient is known besides the home facility.
create table patient_facilities (
  patient_id bigint not null references patients on delete cascade,
  facility_id bigint not null references facilities on delete cascade,
  primary key (patient_id, facility_id)
);

create table external_systems (
  id bigint generated always as identity primary key,
  facility_id bigint not null references facilities on delete cascade,
  display_name text not null,
  -- CcdaRequested marks a source of health summaries
  active_trigger_event_types text[] not null default '{}'
);

create table patient_external_systems (
  patient_id bigint not null references patients on delete cascade,
  external_system_id bigint not null references external_systems on delete cascade,
  primary key (patient_id, external_system_id)
);
