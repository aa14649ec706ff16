-- outside a transaction
-- What is not worth sending any more, without a look at all that waits.
drop index concurrently if exists mails_worthless;
create index concurrently mails_worthless on mails (worthless_at) where state = 'queued';
drop index concurrently if exists push_notices_worthless;
create index concurrently push_notices_worthless on push_notices (worthless_at);
-- In the order in which rows are taken, so that none of it has to be sorted.
drop index concurrently if exists push_notices_in_order;
create index concurrently push_notices_in_order on push_notices (next_try_at, id);
drop index concurrently if exists push_notices_due;
drop index concurrently if exists message_deliveries_in_order;
create index concurrently message_deliveries_in_order on message_deliveries (next_try_at, message_id) where state = 'queued';
drop index concurrently if exists message_deliveries_due;
drop index concurrently if exists summary_transmissions_in_order;
create index concurrently summary_transmissions_in_order on summary_transmissions (next_try_at, id) where state = 'queued';
drop index concurrently if exists summary_transmissions_due;
