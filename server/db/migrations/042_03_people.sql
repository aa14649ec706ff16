-- Users and patients, who may act for a patient, the personal contacts, and what a patient says has changed.

-- Whoever can hold a session. A patient without a login has a user without a name and password: the kiosk knows them too.
create table users (
  id bigint generated always as identity primary key,
  username text,
  password_hash text,
  first_name text not null,
  last_name text not null,
  email text,
  is_email_confirmed boolean not null default false,
  is_eula_accepted boolean not null default false,
  -- kept by remember_accepted_terms
  accepted_terms_version text,
  is_password_update_required boolean not null default false,
  is_kiosk_manager boolean not null default false,
  pin_hash text,
  -- how the facility's identity system names a user
  sso_subject text,
  facility_id bigint not null references facilities,
  language text,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  check ((username is null) = (password_hash is null)),
  check (pin_hash is null or is_kiosk_manager)
);
create unique index users_by_name on users (lower(username)) where username is not null;
create unique index users_by_sso_subject on users (facility_id, sso_subject) where sso_subject is not null;

-- Whoever is written down as having accepted has accepted the terms of that moment, unless a version is given.
create function remember_accepted_terms() returns trigger language plpgsql as $$
begin
  if not new.is_eula_accepted then
    new.accepted_terms_version := null;
  elsif new.accepted_terms_version is null then
    new.accepted_terms_version := terms_version(new.facility_id);
  end if;
  return new;
end
$$;
create trigger remember_accepted_terms before insert or update of is_eula_accepted on users
  for each row execute function remember_accepted_terms();

create table user_preferences (
  user_id bigint not null references users on delete cascade,
  name text not null,
  value text not null,
  primary key (user_id, name)
);

create table kiosk_manager_facilities (
  user_id bigint not null references users on delete cascade,
  facility_id bigint not null references facilities on delete cascade,
  primary key (user_id, facility_id)
);

-- What staff at a kiosk search in: names and number as anybody would type them, without capitals and accents.
create function search_fold(words text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g')),
      'øØłŁđĐðÐħĦı’‘ʻʼ`´,', 'oollddddhhi'''''''''''''' '
    ), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss')
$$;

create table patients (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references users,
  mrn text not null,
  first_name text not null,
  last_name text not null,
  date_of_birth date not null,
  home_facility_id bigint not null references facilities,
  language text,
  email_address text,
  address1 text,
  address2 text,
  city text,
  zip_code text,
  state text,
  country text,
  -- when the patient was last asked at a kiosk whether what the facility has is still right, and answered
  contact_checked_at timestamptz,
  created_at timestamptz not null default now(),
  search_text text not null generated always as (search_fold(last_name || ' ' || first_name || ' ' || mrn)) stored,
  unique (home_facility_id, mrn)
);
create index patients_by_facility on patients (home_facility_id, last_name, first_name);
-- Whom a mail that came back, or arrived, was meant for.
create index patients_by_email on patients (lower(email_address));

-- Where a patient is known besides the home facility.
create table patient_facilities (
  patient_id bigint not null references patients on delete cascade,
  facility_id bigint not null references facilities on delete cascade,
  primary key (patient_id, facility_id)
);

create table patient_external_systems (
  patient_id bigint not null references patients on delete cascade,
  external_system_id bigint not null references external_systems on delete cascade,
  primary key (patient_id, external_system_id)
);

-- What a user reads: the language that they chose, or their record's, or their facility's.
create function language_of(reader bigint) returns text language sql stable as $$
  select coalesce(u.language, p.language, f.default_language)
  from users u join facilities f on f.id = u.facility_id left join patients p on p.user_id = u.id where u.id = reader
$$;

-- Who may act for a patient.
create table representative_links (
  user_id bigint not null references users on delete cascade,
  patient_id bigint not null references patients on delete cascade,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (user_id, patient_id)
);

-- What a user may do for a patient. Counts only while their link (representative_links) stands; taking the link away keeps what was chosen.
create table representative_rights (
  user_id bigint not null,
  patient_id bigint not null,
  section text not null,
  "right" text not null check ("right" in ('read', 'answer', 'write')),
  primary key (user_id, patient_id, section, "right"),
  foreign key (user_id, patient_id) references representative_links on delete cascade
);

create table contacts (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade,
  first_name text not null,
  last_name text not null,
  suffix text,
  relationship_id integer not null references relationships,
  is_primary boolean not null default false,
  is_next_of_kin boolean not null default false,
  provides_transport boolean not null default false,
  -- then the address that is read is the patient's, and the columns here are empty
  uses_patient_address boolean not null default false,
  address1 text,
  address2 text,
  city text,
  zip_code text,
  state text,
  country text,
  home_phone text,
  mobile_phone text,
  work_phone text,
  is_ok_to_leave_message_home boolean not null default false,
  is_ok_to_leave_message_mobile boolean not null default false,
  is_ok_to_leave_message_work boolean not null default false,
  email text,
  preferred_communication_id integer references preferred_communications,
  language text not null,
  is_active boolean not null default true,
  -- the account with which the contact acts for the patient, if there is one
  representative_user_id bigint references users on delete set null,
  -- `Section:right`: what an account will begin with; null: what is usual
  chosen_rights text[],
  created_at timestamptz not null default now(),
  -- the Idempotency-Key under which it was added: a request that is sent again adds none
  added_key text,
  check (not uses_patient_address or num_nonnulls(address1, address2, city, zip_code, state, country) = 0)
);
create index contacts_by_patient on contacts (patient_id);
create unique index one_primary_contact on contacts (patient_id) where is_primary;
create unique index one_contact_by_account on contacts (patient_id, representative_user_id) where representative_user_id is not null;
create index contacts_by_account on contacts (representative_user_id) where representative_user_id is not null;
create unique index contacts_by_added_key on contacts (patient_id, added_key) where added_key is not null;

-- Telephone numbers that staff accepted. They count until a record of another system says something newer; null: there is none any more.
create table patient_phones (
  patient_id bigint not null references patients on delete cascade,
  kind text not null check (kind in ('home', 'mobile')),
  phone text,
  set_at timestamptz not null default now(),
  primary key (patient_id, kind)
);

-- What a patient says has changed. The record changes when staff accept it, and not before.
create table contact_changes (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade,
  facility_id bigint not null references facilities on delete cascade,
  -- the same for every try of one press
  request_key text not null,
  -- what differs and nothing else, by the names of the contract
  old_details jsonb not null,
  new_details jsonb not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'replaced')),
  requested_at timestamptz not null default now(),
  decided_at timestamptz,
  unique (patient_id, request_key),
  check ((status = 'open') = (decided_at is null))
);
create unique index one_open_contact_change on contact_changes (patient_id) where status = 'open';
create index contact_changes_by_facility on contact_changes (facility_id, requested_at) where status = 'open';
create index contact_changes_by_end on contact_changes (decided_at) where decided_at is not null;
