-- When to look for rows that came to a given-up record after its merge: from writes that had begun before. Null: no more. Older merges are looked at once.
alter table patient_merges add column follow_at timestamptz default now();
