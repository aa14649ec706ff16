-- A parking that staff have ended by their PIN, and the hashed key of the page that did so: that page alone is answered again for some minutes,
-- because the answer may have been lost.
alter table parked_sessions add column resumed_at timestamptz, add column resume_key_hash bytea;
