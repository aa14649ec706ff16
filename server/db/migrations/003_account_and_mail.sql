-- Outgoing mail, the one-time links of an account, and the version of the terms that somebody accepted.

-- A mail waits here until a mail server has taken it. Recipient and content leave with that; kind, hash and time stay.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  facility_id bigint not null references facilities on delete cascade,
  -- the first part of its Message-ID, the same for every try
  message_key uuid not null unique default gen_random_uuid(),
  recipient text,
  -- {fromName, subject, text, html}
  content jsonb,
  created_at timestamptz(3) not null default now(),
  -- from then on its link is dead and it is not worth sending
  worthless_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  -- who is handing it over just now, and until when nobody else may
  lease uuid,
  leased_until timestamptz,
  state text not null default 'queued' check (state in ('queued', 'sent', 'refused', 'expired', 'failed')),
  ended_at timestamptz,
  -- sha256 of the message as it was handed over
  message_hash bytea,
  -- code of the last failure, never the mail server's text: that repeats addresses
  failure text,
  check ((state = 'queued') = (ended_at is null)),
  check ((state = 'queued') = (recipient is not null) and (state = 'queued') = (content is not null))
);
create index mails_due on mails (next_try_at) where state = 'queued';
create index mails_ended on mails (ended_at) where state <> 'queued';

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

-- The version of a facility's terms: changes with any word of them, in any language.
create function terms_version(facility bigint) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(string_agg(language || E'\n' || content, E'\n\n' order by language collate "C"), ''), 'UTF8')), 'hex')
  from facility_texts where facility_id = facility and content_key = 'TermsOfUse'
$$;

alter table users add column accepted_terms_version text;
update users set accepted_terms_version = terms_version(facility_id) where is_eula_accepted;

-- Whoever is written down as having accepted has accepted the terms of that moment, unless a version is given.
create function remember_accepted_terms() returns trigger language plpgsql as $$
begin
  if not new.is_eula_accepted then
    new.accepted_terms_version := null;
  elsif new.accepted_terms_version is null then
    new.accepted_terms_version := terms_version(new.facility_id);
  end if;
  return new;
end
$$;
create trigger remember_accepted_terms before insert or update of is_eula_accepted on users
  for each row execute function remember_accepted_terms();
