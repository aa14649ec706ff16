-- outside a transaction
-- What waits at one interface and what is being sent there, so that a claim does not walk past what is for another. Their conditions are those of no other
-- index, which the planner could read through instead where a queue has filled since its statistics.
drop index concurrently if exists outbound_messages_waiting;
create index concurrently outbound_messages_waiting on outbound_messages (interface_id, next_try_at, id) where ended_at is null;
drop index concurrently if exists outbound_messages_leased;
create index concurrently outbound_messages_leased on outbound_messages (interface_id, leased_until) where lease is not null;
