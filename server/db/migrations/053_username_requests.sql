-- Forgotten usernames as they were asked for, whether an account fits or not; looked at after the answer, then deleted.
create table username_requests (
  id bigint generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  date_of_birth date not null,
  email text not null,
  language text not null,
  -- the address of the portal that was asked
  origin text not null,
  requested_at timestamptz not null default now()
);
