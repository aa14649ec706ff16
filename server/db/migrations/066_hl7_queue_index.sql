-- outside a transaction
-- Also of those that have ended: merges are few, and no query needs to say the state for the index to be used.
drop index concurrently if exists hl7_messages_merged;
create index concurrently hl7_messages_merged on hl7_messages (merged_key) where merged_key is not null;
drop index concurrently if exists hl7_messages_merging;
-- The same of what waits: by its end, which the indexes of the whole queue do not go by.
drop index concurrently if exists hl7_messages_waiting;
create index concurrently hl7_messages_waiting on hl7_messages (patient_key, next_try_at) where ended_at is null;
drop index concurrently if exists hl7_messages_behind;
