-- outside a transaction
drop index concurrently if exists hl7_messages_free;
create index concurrently hl7_messages_free on hl7_messages (next_try_at, id) where state = 'queued' and not is_held_back;
drop index concurrently if exists hl7_messages_held_back;
create index concurrently hl7_messages_held_back on hl7_messages (patient_key, id) where state in ('queued', 'failed') and (is_held_back or failure is not null);
drop index concurrently if exists outbound_messages_free;
create index concurrently outbound_messages_free on outbound_messages (next_try_at, id) where state = 'queued' and not is_held_back;
drop index concurrently if exists outbound_messages_held_back;
create index concurrently outbound_messages_held_back on outbound_messages (interface_id, patient_id, id) where state in ('queued', 'failed') and (is_held_back or failure is not null);
drop index concurrently if exists message_deliveries_free;
create index concurrently message_deliveries_free on message_deliveries (next_try_at, message_id) where state = 'queued' and not is_held_back;
