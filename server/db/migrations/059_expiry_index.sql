-- outside a transaction
-- What is over is found without a look at what is not.
drop index concurrently if exists refresh_tokens_by_age;
create index concurrently refresh_tokens_by_age on refresh_tokens (created_at);
drop index concurrently if exists emailed_links_by_expiry;
create index concurrently emailed_links_by_expiry on emailed_links (expires_at);
drop index concurrently if exists invitations_by_expiry;
create index concurrently invitations_by_expiry on invitations (expires_at);
drop index concurrently if exists invitations_with_pin;
create index concurrently invitations_with_pin on invitations (created_at) where sealed_pin is not null;
drop index concurrently if exists summary_transmissions_ended;
create index concurrently summary_transmissions_ended on summary_transmissions (ended_at) where ended_at is not null;
drop index concurrently if exists summary_links_with_content;
create index concurrently summary_links_with_content on summary_links (ends_at) where content is not null;
drop index concurrently if exists summary_links_by_end;
create index concurrently summary_links_by_end on summary_links ((coalesce(ended_at, ends_at)));
drop index concurrently if exists secure_message_drafts_ended;
create index concurrently secure_message_drafts_ended on secure_message_drafts (ended_at) where ended_at is not null;
drop index concurrently if exists message_attachments_unsent;
create index concurrently message_attachments_unsent on message_attachments (created_at) where message_id is null;
