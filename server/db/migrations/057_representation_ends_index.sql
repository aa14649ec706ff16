-- outside a transaction
-- Ends of which people are still to be reminded.
drop index concurrently if exists contacts_by_end;
create index concurrently contacts_by_end on contacts (access_last_day) where access_last_day is not null;
