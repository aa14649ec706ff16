-- The identity systems (OpenID Connect) with which people of a facility sign in, as its folder declares them.
alter table facilities add column identity_providers jsonb not null default '[]';

-- Sign-ins that were sent to an identity system. Each comes back once, within minutes, to the browser that began it.
create table openid_requests (
  state_hash bytea primary key,
  -- sha256 of the cookie of that browser
  browser_hash bytea not null,
  facility_id bigint not null references facilities on delete cascade,
  -- its key in the folder of the facility
  provider text not null,
  surface text not null check (surface in ('portal', 'kiosk')),
  -- the page that the person wanted to see; null: none
  target text,
  -- who links their account with it; null: somebody signs in
  user_id bigint references users on delete cascade,
  expires_at timestamptz not null
);
create index openid_requests_by_facility on openid_requests (facility_id);
create index openid_requests_by_user on openid_requests (user_id) where user_id is not null;
create index openid_requests_by_expiry on openid_requests (expires_at);

-- Whom a subject of an identity system signs in: one person at the portal, one member of staff at the kiosk.
create table identity_links (
  id bigint generated always as identity primary key,
  facility_id bigint not null references facilities on delete cascade,
  issuer text not null,
  subject_hash bytea not null,
  surface text not null check (surface in ('portal', 'kiosk')),
  user_id bigint not null references users on delete cascade,
  -- the provider by which it was linked
  provider text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (facility_id, issuer, subject_hash, surface)
);
create index identity_links_by_user on identity_links (user_id, created_at);

-- What identity systems said of sign-ins. The sessions that follow refer to it, so that the identity system can end them.
create table openid_sign_ins (
  id bigint generated always as identity primary key,
  facility_id bigint not null references facilities on delete cascade,
  provider text not null,
  issuer text not null,
  subject_hash bytea not null,
  -- its name for its own session; null: it has said none
  sid_hash bytea,
  surface text not null check (surface in ('portal', 'kiosk')),
  -- sha256 of a cookie of the browser, with which its person signs out there too
  browser_hash bytea not null,
  -- null: nobody has linked the subject yet
  link_id bigint references identity_links on delete cascade,
  -- sha256 of the secret with which its person links it; null: it is linked
  pending_hash bytea unique,
  expires_at timestamptz not null
);
create index openid_sign_ins_by_subject on openid_sign_ins (facility_id, issuer, subject_hash);
create index openid_sign_ins_by_sid on openid_sign_ins (facility_id, issuer, sid_hash) where sid_hash is not null;
create index openid_sign_ins_by_link on openid_sign_ins (link_id) where link_id is not null;
create index openid_sign_ins_by_browser on openid_sign_ins (browser_hash);
create index openid_sign_ins_by_expiry on openid_sign_ins (expires_at);

-- The sign-in at an identity system that a ticket and a session come from; null: something else began them.
alter table sso_tickets add column openid_sign_in_id bigint references openid_sign_ins on delete cascade;
alter table sessions add column openid_sign_in_id bigint references openid_sign_ins on delete set null;
