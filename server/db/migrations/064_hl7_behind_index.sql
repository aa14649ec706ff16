-- outside a transaction
-- What is due of one patient, for those that wait behind a message that failed.
drop index concurrently if exists hl7_messages_behind;
create index concurrently hl7_messages_behind on hl7_messages (patient_key, next_try_at) where state = 'queued';
