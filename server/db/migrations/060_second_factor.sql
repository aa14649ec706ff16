-- What a facility wants of a second step at log-in; what it leaves out is as the server says.
alter table facilities add column second_factor jsonb not null default '{}';

-- Whoever has a second step, has begun to set one up, or was told that one is required.
create table second_factors (
  user_id bigint primary key references users on delete cascade,
  -- the key of the authenticator app, encrypted under a key of the server; null: not switched on
  sealed_key bytea,
  switched_on_at timestamptz,
  -- the time step of the code that was accepted last: neither it nor an earlier one is accepted again
  last_step bigint not null default 0,
  -- a key that was shown and that no code has confirmed yet
  new_sealed_key bytea,
  new_key_at timestamptz,
  -- wrong codes in a row, over all sign-ins
  wrong_codes integer not null default 0,
  locked_until timestamptz,
  -- from when on nobody signs in without, where the facility requires it
  due_at timestamptz,
  check ((sealed_key is null) = (switched_on_at is null)),
  check ((new_sealed_key is null) = (new_key_at is null))
);

-- HMAC under a key of the server: a code is too short for a plain hash
create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Browsers that a person has chosen to be asked for no code in.
create table remembered_browsers (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- as known_browsers has it
  browser_hash bytea not null,
  -- as sessions have them
  device text not null,
  browser text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (user_id, browser_hash)
);
create index remembered_browsers_by_expiry on remembered_browsers (expires_at);

-- Sign-ins whose password was right and whose second step is still to come. Nothing else can be done with one.
create table pending_sign_ins (
  -- sha256 of the secret that the page has
  secret_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  needs text not null check (needs in ('code', 'setUp')),
  tries_left integer not null,
  expires_at timestamptz not null
);
create index pending_sign_ins_by_user on pending_sign_ins (user_id);
create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at);
