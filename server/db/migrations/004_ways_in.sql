-- How people come in besides a password: emailed links, single sign-on, invitations to sign up.

-- The half of the server's key that lives in the database; SERVER_KEY is the other, where it is set. Never replaced.
create table server_key (
  one boolean primary key default true check (one),
  key bytea not null
);
insert into server_key (key) values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

alter table facilities
  -- what a person who signs up must know besides name and date of birth
  add column verification_fields text[] not null default '{PIN}'
    check (verification_fields <@ array['PIN', 'MRN', 'SSN'] and cardinality(verification_fields) > 0),
  -- of the facility's identity system; sealed under the server's key
  add column sso_secret bytea,
  add column sso_secret_at timestamptz,
  -- made by the seed: sign-ins and one-use addresses are printed at the start
  add column is_demo boolean not null default false;

-- How the facility's identity system names a user.
alter table users add column sso_subject text;
create unique index users_by_sso_subject on users (facility_id, sso_subject) where sso_subject is not null;

create table emailed_links (
  id bigint generated always as identity primary key,
  data_hash bytea not null unique,
  patient_id bigint not null references patients on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index emailed_links_by_patient on emailed_links (patient_id);

create table sso_tickets (
  ticket_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

-- Signatures that have been seen: each gives one ticket at most.
create table sso_signatures (
  signature bytea primary key,
  seen_at timestamptz not null default now()
);

create table invitations (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('patient', 'representative')),
  -- of a patient: the keyed hash of names and date of birth; of a representative: sha256 of the token in the address
  subject_hash bytea not null,
  -- keyed hashes, bound to the subject
  pin_hash bytea not null,
  ssn_hash bytea,
  -- the patient who is invited, or whom the representative will act for
  patient_id bigint not null references patients on delete cascade,
  email text,
  first_name text,
  last_name text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  check ((kind = 'representative') = (email is not null and first_name is not null and last_name is not null))
);
create index invitations_by_subject on invitations (subject_hash);
create index invitations_by_patient on invitations (patient_id);

-- Wrong tries by the hash of who was claimed, invited or not, so that nothing tells the two apart.
create table invitation_failures (
  subject_hash bytea primary key,
  failures integer not null,
  last_at timestamptz not null default now()
);
