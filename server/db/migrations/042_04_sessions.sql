-- Sessions and their tokens, the devices and tablets that they are on, and how people come in: passwords, links, single sign-on, invitations.

-- The half of the server's key that lives in the database; SERVER_KEY is the other, where it is set. Never replaced.
create table server_key (
  one boolean primary key default true check (one),
  key bytea not null
);
insert into server_key (key) values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- Tablets that a facility has set up as its own, each with a one-time code.
create table tablets (
  id bigint generated always as identity primary key,
  facility_id bigint not null references facilities on delete cascade,
  name text not null,
  -- sha256 of the cookie that the tablet keeps
  secret_hash bytea not null unique,
  set_up_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Which build of the kiosk it ran then
  app_build text,
  revoked_at timestamptz
);
create unique index tablets_by_name on tablets (facility_id, lower(name)) where revoked_at is null;

create table tablet_codes (
  -- HMAC of the code under a key of the server: a code is too short for a plain hash
  code_hash bytea primary key,
  facility_id bigint not null references facilities on delete cascade,
  -- of the tablet that it sets up
  name text not null,
  expires_at timestamptz not null
);
create unique index tablet_codes_by_name on tablet_codes (facility_id, lower(name));

-- A session is a token family: all its tokens end with it.
create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('patient', 'representative', 'kioskManager', 'kioskPatient', 'linkUser')),
  login_type text not null,
  surface text not null check (surface in ('portal', 'kiosk')),
  facility_id bigint not null references facilities,
  patient_id bigint references patients,
  -- sha256 of the browser's refresh cookie
  cookie_hash bytea not null,
  -- sha256 of the tablet's cookie, for a patient whom the tablet was handed to
  tablet_hash bytea,
  -- the facility's tablet that it is on; null: on one that nobody has set up
  tablet_id bigint references tablets on delete set null,
  -- the kind of device and the family of browser; nothing else of what a browser says of itself is kept
  device text not null default 'unknown' check (device in ('phone', 'tablet', 'computer', 'kiosk', 'unknown')),
  browser text check (browser in ('Chrome', 'Edge', 'Firefox', 'Safari', 'Samsung Internet', 'Opera')),
  created_at timestamptz not null default now(),
  -- when the person last proved that it is them: by signing in, or by the password when something dear was asked for
  proved_at timestamptz,
  -- until when it lives without a sign of anybody at its page; each sign moves it
  idle_until timestamptz not null default now() + interval '15 minutes',
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text
);
create index sessions_by_user on sessions (user_id) where ended_at is null;
create index sessions_by_cookie on sessions (cookie_hash) where ended_at is null;
create index sessions_by_tablet on sessions (tablet_hash) where ended_at is null and tablet_hash is not null;
create index sessions_by_expiry on sessions (expires_at);
create index sessions_of_tablet on sessions (tablet_id, created_at desc) where tablet_id is not null;

create table access_tokens (
  token_hash bytea primary key,
  session_id bigint not null references sessions on delete cascade,
  expires_at timestamptz not null
);
create index access_tokens_by_session on access_tokens (session_id);

create table refresh_tokens (
  token_hash bytea primary key,
  session_id bigint not null references sessions on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

create table download_tickets (
  token_hash bytea primary key,
  session_id bigint not null references sessions on delete cascade,
  -- path and query of the one download that it is for
  path text not null,
  expires_at timestamptz not null
);
create index download_tickets_by_session on download_tickets (session_id);

-- What each browser keeps of its person, so that they see it from any of their devices and can end it.
create table devices (
  user_id bigint not null references users on delete cascade,
  device_id text not null,
  name text not null,
  -- destroyed when the device is revoked
  key bytea,
  -- the session of this browser that was heard of last
  session_id bigint references sessions on delete set null,
  -- as sessions have it
  device text,
  browser text,
  -- by the device's own word: records to be read without a connection
  keeps_records boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (user_id, device_id),
  check ((key is null) = (revoked_at is not null))
);
create index devices_by_session on devices (session_id);
-- a device on which nobody is signed in asks by its id alone
create index devices_revoked on devices (device_id) where revoked_at is not null;

-- A manager's session that waits on the server while a patient has the tablet.
create table parked_sessions (
  tablet_hash bytea primary key,
  session_id bigint not null references sessions on delete cascade,
  user_id bigint not null references users on delete cascade,
  tries_left integer not null default 5,
  parked_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table handovers (
  data_hash bytea primary key,
  patient_id bigint not null references patients on delete cascade,
  tablet_hash bytea not null,
  manager_session_id bigint not null references sessions on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

-- Failed logins by the sha256 of the name that was typed, known or not.
create table login_failures (
  name_hash bytea primary key,
  failures integer not null,
  first_at timestamptz not null default now(),
  locked_until timestamptz
);

-- Browsers in which somebody has signed in with their password. Failures of that name in that browser are counted apart from everybody else's.
create table known_browsers (
  -- sha256 of the browser's cookie
  browser_hash bytea not null,
  user_id bigint not null references users on delete cascade,
  surface text not null check (surface in ('portal', 'kiosk')),
  last_seen_at timestamptz not null default now(),
  primary key (browser_hash, user_id)
);
create index known_browsers_by_user on known_browsers (user_id, last_seen_at desc);
create index known_browsers_by_age on known_browsers (last_seen_at);

-- Counts by the sha256 of what is limited (an address and a purpose), one row per window.
create table limits (
  bucket bytea primary key,
  uses integer not null,
  window_ends_at timestamptz not null
);

-- Links that confirm an address; each for the one address that it was sent to.
create table email_confirmations (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  email text not null,
  expires_at timestamptz not null,
  -- the session that has shown the link
  session_id bigint references sessions on delete set null,
  used_at timestamptz
);
create index email_confirmations_by_user on email_confirmations (user_id);

-- Links that went to an address which an account no longer has: for three days each gives the account that address back.
create table email_undos (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  email text not null,
  was_confirmed boolean not null,
  expires_at timestamptz not null
);
create index email_undos_by_user on email_undos (user_id);

create table password_resets (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_by_user on password_resets (user_id);

-- Forgotten passwords as they were asked for, known name or not; looked at after the answer, then deleted.
create table password_requests (
  id bigint generated always as identity primary key,
  user_name text not null,
  language text not null,
  -- the address of the portal that was asked
  origin text not null,
  requested_at timestamptz not null default now()
);

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
  -- the PIN under the server's key, for the page to print; deleted after 12 hours
  sealed_pin bytea,
  ssn_hash bytea,
  -- the patient who is invited, or whom the representative will act for
  patient_id bigint not null references patients on delete cascade,
  -- of a representative
  contact_id bigint references contacts on delete cascade,
  email text,
  first_name text,
  last_name text,
  -- the Idempotency-Key under which it was made, looked for among the open invitations of one contact while the patient's row is held
  made_key text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  check ((kind = 'representative') = (email is not null and first_name is not null and last_name is not null))
);
create index invitations_by_subject on invitations (subject_hash);
create index invitations_by_patient on invitations (patient_id);
create index invitations_by_contact on invitations (contact_id) where contact_id is not null;

-- Wrong tries by the hash of who was claimed, invited or not, so that nothing tells the two apart. They are forgiven after a day, and counted for
-- each address beside all of them (an empty hash), so that a stranger's do not lock somebody out for good.
create table invitation_failures (
  subject_hash bytea not null,
  source_hash bytea not null default ''::bytea,
  failures integer not null,
  window_ends_at timestamptz not null default now() + interval '1 day',
  primary key (subject_hash, source_hash)
);
create index invitation_failures_by_end on invitation_failures (window_ends_at);
