-- Secure messages between a patient (and whoever acts for them) and the care team.

-- Lower case without accents, for looking for words. Chinese and other scripts stay as they are.
create function folded(words text) returns text language sql immutable parallel safe as $$
  select regexp_replace(lower(normalize(words, nfkd)), '[\u0300-\u036f]', '', 'g')
$$;

create table secure_threads (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade,
  facility_id bigint not null references facilities on delete cascade,
  care_provider_id bigint references care_providers on delete set null,
  -- the provider's name as it was, should they leave
  provider_first_name text not null,
  provider_last_name text not null,
  subject text not null check (char_length(subject) between 1 and 100),
  subject_folded text not null generated always as (folded(subject)) stored,
  -- the system that takes its messages to the provider
  external_system_id bigint references external_systems on delete set null,
  reply_allowed boolean not null default true,
  created_at timestamptz(3) not null default now(),
  -- both kept by message_added
  last_message_at timestamptz(3) not null default now(),
  message_count integer not null default 0,
  unique (id, patient_id)
);
create index secure_threads_by_patient on secure_threads (patient_id, last_message_at desc, id desc);

-- The two sides of a thread. The patient's side is one, whoever acts for them.
create table secure_thread_members (
  id bigint generated always as identity primary key,
  thread_id bigint not null references secure_threads on delete cascade,
  is_patient boolean not null,
  archived_at timestamptz(3),
  -- when this side last read all that there was
  reviewed_at timestamptz(3),
  unique (thread_id, is_patient)
);

create table secure_messages (
  id bigint generated always as identity primary key,
  thread_id bigint not null,
  patient_id bigint not null,
  is_from_patient boolean not null,
  -- who wrote: an account on the patient's side
  author_user_id bigint references users on delete set null,
  author_first_name text not null,
  author_last_name text not null,
  -- who wrote it on behalf of the patient
  proxy_first_name text,
  proxy_last_name text,
  content text not null check (char_length(content) <= 20000),
  content_folded text not null generated always as (folded(content)) stored,
  language text,
  sent_at timestamptz(3) not null default now(),
  -- when the other side opened it first
  read_at timestamptz(3),
  -- when the office was told that nobody had, and after how many working days
  office_told_at timestamptz(3),
  office_told_after_days integer,
  -- of the patient's side: the draft's id, under which it is sent once; of the provider's: what names it in the system that it came from
  send_key text not null,
  source text not null default 'portal',
  foreign key (thread_id, patient_id) references secure_threads (id, patient_id) on delete cascade,
  unique (id, patient_id),
  check (is_from_patient or (author_user_id is null and proxy_first_name is null))
);
create unique index secure_messages_once on secure_messages (patient_id, source, send_key);
create index secure_messages_of_threads on secure_messages (thread_id, sent_at, id);
create index secure_messages_by_patient on secure_messages (patient_id, sent_at desc, id desc);
create index secure_messages_unread on secure_messages (patient_id, is_from_patient, thread_id) where read_at is null;
create index secure_messages_unopened on secure_messages (sent_at) where is_from_patient and read_at is null and office_told_at is null;

-- A list of threads tells both without reading their messages. A thread's first messages may be older than its row.
create function message_added() returns trigger language plpgsql as $$
begin
  update secure_threads t set message_count = t.message_count + a.messages,
    last_message_at = case when t.message_count = 0 then a.last_at else greatest(t.last_message_at, a.last_at) end
  from (select thread_id, count(*) as messages, max(sent_at) as last_at from added group by thread_id) a where t.id = a.thread_id;
  return null;
end
$$;
create trigger message_added after insert on secure_messages referencing new table as added for each statement execute function message_added();

-- What is being written. One that was sent leaves a row without words, so that no late save brings it back.
create table secure_message_drafts (
  user_id bigint not null references users on delete cascade,
  draft_id text not null,
  patient_id bigint not null references patients on delete cascade,
  thread_id bigint references secure_threads on delete cascade,
  care_provider_id bigint references care_providers on delete set null,
  subject text not null default '',
  content text not null default '',
  saved_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_as text check (ended_as in ('sent', 'discarded')),
  primary key (user_id, draft_id),
  check ((ended_at is null) = (ended_as is null)),
  check (ended_at is null or (subject = '' and content = ''))
);
create index secure_message_drafts_open on secure_message_drafts (user_id, patient_id) where ended_at is null;

-- A file, first of a draft, then of a message. Its bytes are those that the server made or let pass.
create table message_attachments (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade,
  -- the draft that it was added to
  user_id bigint references users on delete cascade,
  draft_id text,
  message_id bigint,
  position integer not null default 0,
  -- the second try of the same upload finds the first one's row
  upload_key text not null,
  -- of the bytes as they came: the same file is in a draft once
  sent_hash bytea,
  file_name text not null check (char_length(file_name) between 1 and 200),
  file_type text not null check (file_type in ('jpg', 'png', 'pdf', 'txt')),
  byte_count integer not null check (byte_count between 1 and 6000000),
  page_count integer,
  content bytea not null,
  thumbnail bytea,
  location_removed boolean not null default false,
  -- held: the scanner has not said that it is clean, and content is what came, unread; removed: later it did not pass, and its bytes are gone
  state text not null check (state in ('ready', 'held', 'removed')),
  -- when the scanner is asked next about a held one
  scan_again_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  foreign key (message_id, patient_id) references secure_messages (id, patient_id) on delete cascade,
  foreign key (user_id, draft_id) references secure_message_drafts (user_id, draft_id) on delete cascade,
  check (message_id is not null or draft_id is not null),
  check ((state = 'removed') = (octet_length(content) = 0))
);
create unique index message_attachments_same on message_attachments (user_id, draft_id, sent_hash) where message_id is null;
create unique index message_attachments_once on message_attachments (patient_id, upload_key);
create index message_attachments_of_messages on message_attachments (message_id) where message_id is not null;
create index message_attachments_held on message_attachments (scan_again_at) where state = 'held';

-- How messages reach the systems, or the mailboxes, in which providers answer them.
create table message_deliveries (
  message_id bigint primary key references secure_messages on delete cascade,
  external_system_id bigint not null references external_systems on delete cascade,
  created_at timestamptz not null default now(),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  -- who is handing it over just now, and until when nobody else may
  lease uuid,
  leased_until timestamptz,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  ended_at timestamptz,
  failure text,
  -- the mail that carries it to a mailbox
  mail_id bigint references mails on delete set null,
  check ((state = 'queued') = (ended_at is null))
);
create index message_deliveries_due on message_deliveries (next_try_at) where state = 'queued';
create index message_deliveries_by_mail on message_deliveries (mail_id) where mail_id is not null;

-- In the transaction of the message, whoever writes it: a message that was acknowledged is on its way.
create function queue_message_delivery() returns trigger language plpgsql as $$
begin
  insert into message_deliveries (message_id, external_system_id)
    select new.id, x.id from secure_threads t join external_systems x on x.id = t.external_system_id
    where t.id = new.thread_id and (x.message_url is not null or x.mailbox_address is not null);
  return null;
end
$$;
create trigger queue_message_delivery after insert on secure_messages for each row
  when (new.is_from_patient) execute function queue_message_delivery();

-- A mail that never arrives ends as a delivery that failed, so that it can be tried once more.
create function fail_message_delivery() returns trigger language plpgsql as $$
begin
  update message_deliveries set state = 'failed', ended_at = now(), failure = coalesce(new.failure, new.state)
    where mail_id = new.id and state = 'delivered';
  return null;
end
$$;
create trigger fail_message_delivery after update of state on mails for each row
  when (new.kind = 'messageForCareTeam' and new.state in ('refused', 'expired', 'failed')) execute function fail_message_delivery();

-- The moment at which so many working days have passed (1 Monday to 7 Sunday), by the clock of a zone. A message that comes on a day off counts from
-- the beginning of the next working day.
create function after_working_days(since timestamptz, days integer, working integer[], zone text) returns timestamptz language sql stable as $$
  select (d.day + case when b.works then b.local::time else time '00:00' end) at time zone zone
  from (select since at time zone zone as local, extract(isodow from since at time zone zone)::int = any(working) as works) b,
    lateral (
      select day::date as day from generate_series(b.local::date + 1, b.local::date + 7 * (days + 2), interval '1 day') day
      where extract(isodow from day)::int = any(working) order by day offset case when b.works then days - 1 else days end limit 1) d
$$;

-- What stands in the Reply-To of each such mail: whoever answers it answers in its thread.
create table message_reply_tokens (
  token_hash bytea primary key,
  thread_id bigint not null references secure_threads on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '180 days'
);
create index message_reply_tokens_expired on message_reply_tokens (expires_at);
create index message_reply_tokens_of_threads on message_reply_tokens (thread_id);
