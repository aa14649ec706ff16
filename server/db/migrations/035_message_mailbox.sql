-- A mailbox in which a care team reads and answers messages, where its providers have no system that takes them.

alter table external_systems
  add column mailbox_address text,
  -- whether its mails carry the message itself, as the facility said
  add column mailbox_carries_text boolean not null default false,
  -- who may answer: addresses, or @domains
  add column mailbox_senders text[] not null default '{}',
  add check (message_url is null or mailbox_address is null),
  add check (mailbox_address is not null or (not mailbox_carries_text and mailbox_senders = '{}'));

-- What stands in the Reply-To of each such mail: whoever answers it answers in its thread.
create table message_reply_tokens (
  token_hash bytea primary key,
  thread_id bigint not null references secure_threads on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '180 days'
);
create index message_reply_tokens_expired on message_reply_tokens (expires_at);
create index message_reply_tokens_of_threads on message_reply_tokens (thread_id);

create or replace function queue_message_delivery() returns trigger language plpgsql as $$
begin
  insert into message_deliveries (message_id, external_system_id)
    select new.id, x.id from secure_threads t join external_systems x on x.id = t.external_system_id
    where t.id = new.thread_id and (x.message_url is not null or x.mailbox_address is not null);
  return null;
end
$$;

-- A mail that never arrives ends as a delivery that failed, so that it can be tried once more.
alter table message_deliveries add column mail_id bigint references mails on delete set null;
create index message_deliveries_by_mail on message_deliveries (mail_id) where mail_id is not null;
create function fail_message_delivery() returns trigger language plpgsql as $$
begin
  update message_deliveries set state = 'failed', ended_at = now(), failure = coalesce(new.failure, new.state)
    where mail_id = new.id and state = 'delivered';
  return null;
end
$$;
create trigger fail_message_delivery after update of state on mails for each row
  when (new.kind = 'messageForCareTeam' and new.state in ('refused', 'expired', 'failed')) execute function fail_message_delivery();
