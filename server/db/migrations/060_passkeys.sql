-- Passkeys: keys in the phone, computer or security key of a person, with which they sign in in place of the password.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id bytea not null unique,
  -- as COSE writes it
  public_key bytea not null,
  -- how often it has signed, by its own count; 0 for good where it does not count
  sign_count bigint not null,
  transports text[] not null,
  -- whether its keeper has a copy elsewhere, by its own word
  is_backed_up boolean not null,
  -- the facility and the host name of its portal, the only one at which it works
  facility_id bigint not null references facilities on delete cascade,
  rp_id text not null,
  -- in the words of the person
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, created_at);
create index passkeys_by_facility on passkeys (facility_id);

-- What a passkey is asked to sign: once, within minutes, for one act at one address.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('add', 'signIn', 'confirm')),
  -- null: nobody is signed in yet
  session_id bigint references sessions on delete cascade,
  facility_id bigint not null references facilities on delete cascade,
  rp_id text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_by_session on passkey_challenges (session_id) where session_id is not null;
create index passkey_challenges_by_facility on passkey_challenges (facility_id);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

-- The random name under which passkeys know a person; null: never had one.
alter table users add column passkey_handle bytea;

-- The passkey that began a session; null: something else did, or it was removed.
alter table sessions add column passkey_id bigint references passkeys on delete set null;
