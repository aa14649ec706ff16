-- outside a transaction
drop index concurrently if exists secure_messages_waiting;
create index concurrently secure_messages_waiting on secure_messages (facility_id, sent_at) where is_from_patient and read_at is null and office_told_at is null;
drop index concurrently if exists secure_messages_unopened;
drop index concurrently if exists secure_requests_waiting;
create index concurrently secure_requests_waiting on secure_requests (facility_id, promised_by) where answered_at is null and outcome is null and office_told_at is null;
drop index concurrently if exists secure_requests_unanswered;
