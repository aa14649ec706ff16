-- One queue of what goes out, for every channel. A mail waits here until a mail server has taken it. Recipient and content leave with that;
-- kind, hash and time stay.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  channel text not null default 'Email' check (channel in ('Email', 'Sms', 'Push')),
  facility_id bigint not null references facilities on delete cascade,
  -- the first part of its Message-ID, the same for every try
  message_key uuid not null unique default gen_random_uuid(),
  recipient text,
  -- of a mail {fromName, subject, text, html, stopAddress}, of a text message {text}
  content jsonb,
  created_at timestamptz(3) not null default now(),
  -- from then on its link is dead and it is not worth sending
  worthless_at timestamptz,
  -- the zone in which it goes out by day alone, after whatever somebody waits for; null: at any hour
  by_day_in text,
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
create index mails_due on mails (channel, (by_day_in is not null), next_try_at, id) where state = 'queued';
create index mails_ended on mails (ended_at) where state <> 'queued';
