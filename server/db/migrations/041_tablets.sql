-- Tablets that a facility has set up as its own, each with a one-time code. Where it wants so, its kiosk opens on no others.
alter table facilities add column kiosk_own_tablets_only boolean not null default false;

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

-- The tablet that a session of the kiosk is on; null on one that nobody has set up.
alter table sessions add column tablet_id bigint references tablets on delete set null;
create index sessions_of_tablet on sessions (tablet_id, created_at desc) where tablet_id is not null;
