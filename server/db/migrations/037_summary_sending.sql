-- What a summary's way out needs besides: one name for every try, and the mail that it goes in.

alter table summary_transmissions
  -- names it wherever it is handed over
  add column message_key uuid not null default gen_random_uuid(),
  -- the mail of a send by email: what becomes of the mail becomes of the send
  add column mail_id bigint references mails on delete set null;
create index summary_transmissions_by_mail on summary_transmissions (mail_id) where mail_id is not null;
