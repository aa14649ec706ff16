-- Facilities, people, sessions, devices, the kiosk's hand-over, limits and the audit. Every id is a bigint identity.

create table facilities (
  id bigint generated always as identity primary key,
  name text not null,
  portal_name text not null,
  short_name text not null,
  is_default boolean not null default false,
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
  kiosk_enabled boolean not null default false,
  kiosk_scheme text not null default 'light' check (kiosk_scheme in ('light', 'dark')),
  kiosk_idle_seconds integer not null default 60 check (kiosk_idle_seconds between 10 and 3600),
  inactivity_seconds integer not null default 900 check (inactivity_seconds between 180 and 86400),
  subscription_ends_on date
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

-- A facility's own wording of single texts of ours, by our key.
create table language_pack_texts (
  facility_id bigint not null references facilities on delete cascade,
  language text not null,
  text_key text not null,
  content text not null,
  primary key (facility_id, language, text_key)
);

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
  is_password_update_required boolean not null default false,
  is_kiosk_manager boolean not null default false,
  pin_hash text,
  facility_id bigint not null references facilities,
  language text,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  check ((username is null) = (password_hash is null)),
  check (pin_hash is null or is_kiosk_manager)
);
create unique index users_by_name on users (lower(username)) where username is not null;

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
  created_at timestamptz not null default now(),
  unique (home_facility_id, mrn)
);
create index patients_by_facility on patients (home_facility_id, last_name, first_name);

create table representative_links (
  user_id bigint not null references users on delete cascade,
  patient_id bigint not null references patients on delete cascade,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (user_id, patient_id)
);

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
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text
);
create index sessions_by_user on sessions (user_id) where ended_at is null;
create index sessions_by_cookie on sessions (cookie_hash) where ended_at is null;
create index sessions_by_tablet on sessions (tablet_hash) where ended_at is null and tablet_hash is not null;
create index sessions_by_expiry on sessions (expires_at);

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

create table devices (
  user_id bigint not null references users on delete cascade,
  device_id text not null,
  name text not null,
  -- destroyed when the device is revoked
  key bytea,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (user_id, device_id),
  check ((key is null) = (revoked_at is not null))
);

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

-- Counts by the sha256 of what is limited (an address and a purpose), one row per window.
create table limits (
  bucket bytea primary key,
  uses integer not null,
  window_ends_at timestamptz not null
);

create table audit_heads (
  chain text primary key,
  seq bigint not null,
  hash bytea not null
);

create table audit_events (
  id bigint generated always as identity primary key,
  chain text not null,
  seq bigint not null,
  happened_at timestamptz not null,
  type text not null,
  patient_id bigint,
  facility_id bigint,
  actor_user_id bigint,
  actor_role text,
  actor_name text,
  session_id bigint,
  detail jsonb not null,
  hash bytea not null,
  unique (chain, seq)
);
create index audit_events_by_patient on audit_events (patient_id, happened_at desc) where patient_id is not null;

-- The hash of a row covers the hash before it and every column, as one canonical jsonb array.
create function audit_hash(previous bytea, event audit_events) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    event.chain, event.seq, (extract(epoch from event.happened_at) * 1000000)::bigint, event.type, event.patient_id, event.facility_id,
    event.actor_user_id, event.actor_role, event.actor_name, event.session_id, event.detail)::text, 'UTF8'))
$$;

create function append_audit(type text, patient bigint, facility bigint, actor bigint, role text, name text, session bigint, detail jsonb)
returns void language plpgsql as $$
declare
  event audit_events;
  previous bytea;
begin
  event.chain := case when patient is not null then 'patient:' || patient when facility is not null then 'facility:' || facility else 'server' end;
  insert into audit_heads as head (chain, seq, hash) values (event.chain, 1, ''::bytea)
    on conflict (chain) do update set seq = head.seq + 1
    returning head.seq, head.hash into event.seq, previous;
  event.happened_at := clock_timestamp();
  event.type := type;
  event.patient_id := patient;
  event.facility_id := facility;
  event.actor_user_id := actor;
  event.actor_role := role;
  event.actor_name := name;
  event.session_id := session;
  event.detail := detail;
  event.hash := audit_hash(previous, event);
  insert into audit_events (chain, seq, happened_at, type, patient_id, facility_id, actor_user_id, actor_role, actor_name, session_id, detail, hash)
    values (event.chain, event.seq, event.happened_at, event.type, event.patient_id, event.facility_id, event.actor_user_id, event.actor_role,
      event.actor_name, event.session_id, event.detail, event.hash);
  update audit_heads set hash = event.hash where chain = event.chain;
end
$$;

-- Rows that do not follow from the row before them, and chains whose head is not their last row.
create function broken_audit_rows() returns table (chain text, seq bigint) language sql stable as $$
  with linked as (
    select event, event.chain, event.seq, event.hash,
      lag(event.hash, 1, ''::bytea) over chained as previous, lag(event.seq, 1, 0::bigint) over chained as previous_seq
    from audit_events event window chained as (partition by event.chain order by event.seq)
  ), last as (
    select distinct on (chain) chain, seq, hash from audit_events order by chain, seq desc
  )
  select linked.chain, linked.seq from linked
    where linked.seq <> linked.previous_seq + 1 or linked.hash <> audit_hash(linked.previous, linked.event)
  union all
  select head.chain, head.seq from audit_heads head left join last on last.chain = head.chain
    where last.seq is distinct from head.seq or last.hash is distinct from head.hash
  order by 1, 2
$$;
