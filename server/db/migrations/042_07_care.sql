-- Appointments and follow-up plans, education articles, and care teams.

-- HTML without a single attribute: nothing in it runs, loads or leads anywhere. What the server's allow-list lets through passes.
create function is_plain_html(html text) returns boolean language sql immutable as $$
  select regexp_replace(html, '</?(p|br|b|strong|i|em|u|sub|sup|ul|ol|li|span|h2|h3|h4|blockquote)( /)?>', '', 'g') !~ '[<>]'
$$;

create table follow_up_plans (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade,
  start_date date,
  memo_to_patient text,
  created_at timestamptz not null default now(),
  archived_at timestamptz
);
create unique index one_follow_up_plan on follow_up_plans (patient_id) where archived_at is null;
create index follow_up_plans_by_patient on follow_up_plans (patient_id);

-- The columns of a plan's table.
create table follow_up_categories (
  plan_id bigint not null references follow_up_plans on delete cascade,
  category_key text not null,
  name text not null,
  sort_order integer not null,
  primary key (plan_id, category_key)
);
create table follow_up_templates (
  plan_id bigint not null references follow_up_plans on delete cascade,
  display_name text not null,
  effective_date date,
  sort_order integer not null,
  primary key (plan_id, sort_order)
);

-- Both kinds in one table, so that an id names one visit wherever it is shown.
create table appointments (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade,
  -- where it is: its times are told in the zone of this facility
  facility_id bigint not null references facilities,
  kind text not null check (kind in ('ExternalAppointment', 'FollowUpAppointment')),
  -- a moment, or else a day alone; see appointment_time
  starts_at timestamptz,
  day date,
  -- interfaces write 12:00:00 where they know no time; whoever knows that a visit is at noon says so
  is_at_noon boolean not null default false,
  duration_minutes integer check (duration_minutes between 1 and 1440),
  provider_first_name text,
  provider_last_name text,
  type text not null default '',
  subtype text,
  location text not null default '' check (is_plain_html(location)),
  short_location text,
  -- one line that a map understands
  place text,
  -- what a patient does before it, a line each; shown whole wherever the visit is
  instructions text not null default '',
  status text not null,
  is_confirmed boolean not null default false,
  is_cancelled boolean not null default false,
  -- when the patient said at a kiosk that they are here for it
  arrived_at timestamptz,
  -- of a visit that was booked for a recommended follow-up
  follow_up_id bigint references appointments on delete set null,
  -- of a follow-up
  plan_id bigint references follow_up_plans on delete cascade,
  follow_up_label text,
  follow_up_years integer,
  follow_up_months integer,
  target_date date,
  listed_day date not null generated always as (coalesce(day, target_date)) stored,
  created_at timestamptz not null default now(),
  check ((kind = 'FollowUpAppointment') = (plan_id is not null)),
  check (kind = 'FollowUpAppointment' or (day is not null and follow_up_label is null and follow_up_years is null and follow_up_months is null and target_date is null)),
  check (kind <> 'FollowUpAppointment' or (follow_up_label is not null and follow_up_id is null and status in ('Pending', 'Completed', 'Missed', 'Cancelled'))),
  check ((follow_up_years is null) = (follow_up_months is null))
);
create index appointments_by_patient on appointments (patient_id, listed_day, starts_at, id);
create index appointments_of_plans on appointments (plan_id) where plan_id is not null;
create index appointments_for_follow_ups on appointments (follow_up_id) where follow_up_id is not null;
create index appointments_of_a_day on appointments (facility_id, day, patient_id) where kind = 'ExternalAppointment' and not is_cancelled;

-- A moment gives the day at its facility. Exactly 12:00:00 there is no time, unless somebody says so.
create function appointment_time() returns trigger language plpgsql as $$
declare
  wall timestamp;
begin
  if new.starts_at is not null then
    select new.starts_at at time zone f.time_zone into wall from facilities f where f.id = new.facility_id;
    new.day := wall::date;
    if wall::time = '12:00:00' and not new.is_at_noon then
      new.starts_at := null;
    end if;
  end if;
  return new;
end
$$;
create trigger appointment_time before insert or update of starts_at, day, facility_id on appointments for each row execute function appointment_time();

-- A category without a row does not apply.
create table follow_up_tasks (
  appointment_id bigint not null references appointments on delete cascade,
  category_key text not null,
  is_addressed boolean not null,
  note text,
  primary key (appointment_id, category_key)
);

-- What a zone's time is called, from each of its changes on: abbreviations has one more than changes. Filled in by the servers.
create table time_zone_names (
  time_zone text not null,
  -- release of the time zone data that it is from
  tzdata text not null,
  changes timestamptz[] not null,
  abbreviations text[] not null,
  primary key (time_zone, tzdata),
  check (cardinality(abbreviations) = cardinality(changes) + 1)
);

create table education_articles (
  id bigint generated always as identity primary key,
  facility_id bigint not null references facilities on delete cascade,
  title text not null,
  category_name text not null,
  category_sort_order integer not null default 0,
  language text not null,
  file_type text not null check (file_type in ('html', 'pdf')),
  -- html: the allow-listed body of a document
  content bytea not null,
  created_at timestamptz not null default now(),
  unique (facility_id, title)
);
alter table education_articles alter column content set storage external;

create table assigned_articles (
  id bigint generated always as identity primary key,
  article_id bigint not null references education_articles on delete cascade,
  patient_id bigint not null references patients on delete cascade,
  assigned_on date not null,
  read_at timestamptz(3),
  archived_at timestamptz,
  unique (patient_id, article_id)
);
create index assigned_articles_by_article on assigned_articles (article_id);
create index assigned_articles_unread on assigned_articles (patient_id) where read_at is null and archived_at is null;
create index assigned_articles_archived on assigned_articles (patient_id) where archived_at is not null;

-- Public: whoever has a picture's name gets it. The name is random and new with each picture.
create table profile_images (
  file_name text primary key check (file_name ~ '^[0-9a-f]{32}\.(svg|png|jpg)$'),
  bytes bytea not null,
  created_at timestamptz not null default now()
);
alter table profile_images alter column bytes set storage external;

create table care_providers (
  id bigint generated always as identity primary key,
  facility_id bigint not null references facilities on delete cascade,
  first_name text not null,
  last_name text not null,
  -- how they are addressed: Dr.
  title_value text,
  -- what they are: Oncologist
  title text,
  suffix text,
  public_email text,
  public_phone text,
  public_phone_ext text,
  fax text,
  institution text,
  address1 text,
  address2 text,
  address3 text,
  city text,
  state text,
  zip_code text,
  country text,
  photo_file_name text references profile_images on delete set null,
  photo_thumbnail_file_name text references profile_images on delete set null,
  -- what a patient reads above the text field: who else reads, and within how many working days they usually answer (0: the same day)
  messages_also_read_by text,
  answers_within_days integer check (answers_within_days between 0 and 60),
  unique (facility_id, first_name, last_name)
);

create table care_team_members (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade,
  care_provider_id bigint not null references care_providers on delete cascade,
  -- the system that takes secure messages to them
  external_system_id bigint references external_systems on delete set null,
  takes_messages boolean not null default false,
  unique (patient_id, care_provider_id)
);
