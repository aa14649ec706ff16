-- One-time codes that the front desk gives to who can reach neither account nor mailbox, one for each account at most.
create table front_desk_codes (
  user_id bigint primary key references users on delete cascade,
  -- HMAC under a key of the server: a code is too short for a plain hash
  code_hash bytea not null,
  tries_left integer not null,
  expires_at timestamptz not null
);
create index front_desk_codes_by_expiry on front_desk_codes (expires_at);
