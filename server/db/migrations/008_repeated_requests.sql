-- What a request that is sent again, because its answer was lost, is known by: the Idempotency-Key under which the row was made.

alter table contacts add column added_key text;
create unique index contacts_by_added_key on contacts (patient_id, added_key) where added_key is not null;

-- Looked for among the open invitations of one contact, while the patient's row is held.
alter table invitations add column made_key text;
