-- What a patient has seen of the treatment summary. A resource may be part of a test result too, which is opened by itself, so the mark stands
-- with the item. A correction writes its rows anew: it is new again.
alter table treatment_summary_items add column seen_at timestamptz;
update treatment_summary_items i set seen_at = r.reviewed_at from record_resources r where r.id = i.resource_id;
create index treatment_summary_unseen on treatment_summary_items (patient_id) where seen_at is null;
