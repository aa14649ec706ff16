-- outside a transaction
drop index concurrently if exists hl7_messages_merging;
create index concurrently hl7_messages_merging on hl7_messages (merged_key, id) where merged_key is not null and state in ('queued', 'failed');
