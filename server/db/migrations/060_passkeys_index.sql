-- outside a transaction
-- Removing a passkey looks for the sessions that it began.
drop index concurrently if exists sessions_by_passkey;
create index concurrently sessions_by_passkey on sessions (passkey_id) where passkey_id is not null;
