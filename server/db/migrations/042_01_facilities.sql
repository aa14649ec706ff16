-- Facilities: how each is set up, what it publishes for its patients, and the systems that it works with. Every id is a bigint identity.

create table facilities (
  id bigint generated always as identity primary key,
  name text not null,
  portal_name text not null,
  short_name text not null,
  is_default boolean not null default false,
  -- made by the seed: sign-ins and one-use addresses are printed at the start
  is_demo boolean not null default false,
  time_zone text not null,
  default_language text not null default 'en',
  languages text[] not null default '{en}',
  -- {"--facility-brand": "#1f5d50", ...}: the eight variables that a facility may set
  theme jsonb not null default '{}',
  logo_svg text,
  logo_on_dark_svg text,
  -- {"moduleName": ["fieldName", ...]}
  capabilities jsonb not null default '{}',
  has_faqs boolean not null default false,
  has_useful_links boolean not null default false,
  has_downloadable_forms boolean not null default false,
  page_views boolean not null default false,
  inactivity_seconds integer not null default 900 check (inactivity_seconds between 180 and 86400),
  subscription_ends_on date,
  -- kept by keep_terms_version
  current_terms_version text not null default encode(sha256(''::bytea), 'hex'),
  -- what a person who signs up must know besides name and date of birth
  verification_fields text[] not null default '{PIN}'
    check (verification_fields <@ array['PIN', 'MRN', 'SSN'] and cardinality(verification_fields) > 0),
  -- of the facility's identity system; sealed under the server's key
  sso_secret bytea,
  sso_secret_at timestamptz,
  kiosk_enabled boolean not null default false,
  kiosk_scheme text not null default 'light' check (kiosk_scheme in ('light', 'dark')),
  kiosk_idle_seconds integer not null default 60 check (kiosk_idle_seconds between 10 and 3600),
  -- then its kiosk opens on no tablets but those that it has set up
  kiosk_own_tablets_only boolean not null default false,
  kiosk_arrival boolean not null default false,
  kiosk_contact_check boolean not null default false,
  -- whom the facility has told that somebody asked for a change
  front_desk_email text,
  -- which channels a facility sends reminders by, and when unless a patient says otherwise
  reminder_settings jsonb not null default '{
  "patientFollowUpEmailEnabled": true, "patientFollowUpSmsEnabled": true, "patientAppointmentEmailEnabled": true, "patientAppointmentSmsEnabled": true,
  "patientSecureMessageEmailEnabled": true, "patientSecureMessageSmsEnabled": true, "patientQuestionnaireEmailEnabled": true, "patientQuestionnaireSmsEnabled": true,
  "patientDefaultAppointmentReminderOffset": "Off", "patientDefaultFollowUpReminderOffset": "Off"}',
  -- {"emergencyPhone", "urgentName", "urgentPhone", "workingDays": [1, …], "supervisorEmail", "unopenedAfterDays"}; see the facility folder
  message_settings jsonb not null default '{}',
  -- [{"codes": ["PAT", "GE"], "days": 5}, {"codes": ["…"], "days": null}]: results of these categories or tests become visible so many
  -- days after they came in, or (null) when they are released
  result_holds jsonb not null default '[]',
  -- under which the facility's own numbers, such as those of its patients, are unique in the world: its OID, or else a UUID that is made once
  id_root text not null default gen_random_uuid()::text
    check (id_root ~ '^([0-2](\.(0|[1-9][0-9]*))+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$')
);
create unique index one_default_facility on facilities (is_default) where is_default;

create table facility_aliases (
  alias text primary key check (alias = lower(alias)),
  facility_id bigint not null references facilities on delete cascade
);

create table facility_texts (
  facility_id bigint not null references facilities on delete cascade,
  content_key text not null,
  language text not null,
  content text not null,
  primary key (facility_id, content_key, language)
);

-- The version of a facility's terms: changes with any word of them, in any language.
create function compute_terms_version(facility bigint) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(string_agg(language || E'\n' || content, E'\n\n' order by language collate "C"), ''), 'UTF8')), 'hex')
  from facility_texts where facility_id = facility and content_key = 'TermsOfUse'
$$;
-- It is looked at by every call, so it is kept rather than computed from the texts each time.
create function terms_version(facility bigint) returns text language sql stable as $$
  select current_terms_version from facilities where id = facility
$$;
create function keep_terms_version() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.content_key = 'TermsOfUse' then
    update facilities set current_terms_version = compute_terms_version(old.facility_id) where id = old.facility_id;
  end if;
  if tg_op <> 'DELETE' and new.content_key = 'TermsOfUse' then
    update facilities set current_terms_version = compute_terms_version(new.facility_id) where id = new.facility_id;
  end if;
  return null;
end
$$;
create trigger keep_terms_version after insert or update or delete on facility_texts
  for each row execute function keep_terms_version();

-- A facility's own wording of single texts of ours, by our key.
create table language_pack_texts (
  facility_id bigint not null references facilities on delete cascade,
  language text not null,
  text_key text not null,
  content text not null,
  primary key (facility_id, language, text_key)
);

-- What a facility says of a test, for everybody who has it.
create table facility_explanations (
  facility_id bigint not null references facilities on delete cascade,
  language text not null,
  -- of a value or of a report, such as a LOINC code
  code text not null,
  title text not null,
  content text not null,
  primary key (facility_id, language, code)
);

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

create table page_views (
  facility_id bigint not null references facilities on delete cascade,
  -- the day at the facility
  day date not null,
  -- the route's pattern alone
  route text not null,
  views bigint not null,
  primary key (facility_id, day, route)
);

-- Other systems that a facility works with, and the facility server itself.
create table external_systems (
  id bigint generated always as identity primary key,
  facility_id bigint not null references facilities on delete cascade,
  display_name text not null,
  -- CcdaRequested marks a source of health summaries
  active_trigger_event_types text[] not null default '{}',
  -- the facility server itself, which makes summaries of what it holds
  is_own boolean not null default false,
  -- whose documents are this system's: the name under which "record import" reads them
  record_source text,
  -- where messages are posted to
  message_url text check (message_url ~ '^https?://'),
  -- signs what is posted; sealed with the server's key
  message_secret bytea,
  -- sha256 of the key with which the system sends its answers
  answer_key_hash bytea unique,
  -- where a care team reads and answers messages, if its providers have no system that takes them
  mailbox_address text,
  -- whether its mails carry the message itself, as the facility said
  mailbox_carries_text boolean not null default false,
  -- who may answer: addresses, or @domains
  mailbox_senders text[] not null default '{}',
  check ((message_url is null) = (message_secret is null)),
  check (message_url is null or mailbox_address is null),
  check (mailbox_address is not null or (not mailbox_carries_text and mailbox_senders = '{}'))
);
create unique index external_systems_own on external_systems (facility_id) where is_own;
create unique index external_systems_by_source on external_systems (facility_id, record_source) where record_source is not null;

-- Each facility is a source of summaries for its own patients from the beginning; the capability decides whether they see them.
create function add_own_system() returns trigger language plpgsql as $$
begin
  insert into external_systems (facility_id, display_name, active_trigger_event_types, is_own)
    values (new.id, new.portal_name, '{CcdaRequested}', true);
  return null;
end
$$;
create trigger add_own_system after insert on facilities for each row execute function add_own_system();

-- How a facility sends securely: to a Direct gateway by a webhook, or by a mail server that speaks Direct (SMTP with TLS).
create table direct_gateways (
  facility_id bigint primary key references facilities on delete cascade,
  kind text not null check (kind in ('webhook', 'smtp')),
  -- https://… or smtps://…; with what it needs to sign in sealed beside it
  url text not null,
  secret bytea,
  -- the Direct address that summaries come from
  sender_address text not null
);
