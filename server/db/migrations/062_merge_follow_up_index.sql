-- outside a transaction
drop index concurrently if exists patient_merges_to_follow;
create index concurrently patient_merges_to_follow on patient_merges (follow_at) where undone_at is null;
