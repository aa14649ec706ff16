-- Codes of the second step by text message, where the facility allows them, beside the app.

-- The number to which codes go, which its owner has confirmed; null: none.
alter table second_factors add column text_phone_number text;

-- The code that somebody waits for.
create table text_codes (
  user_id bigint primary key references second_factors on delete cascade,
  -- under a key of the server, with what the code is for: one sign-in, or the number that it confirms
  code_hash bytea not null,
  phone_number text not null,
  tries_left integer not null,
  expires_at timestamptz not null
);
create index text_codes_by_expiry on text_codes (expires_at);
