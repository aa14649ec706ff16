-- outside a transaction
-- In the order in which series are taken: thousands are due at the same midnight.
drop index concurrently if exists questionnaire_series_due;
create index concurrently questionnaire_series_due on questionnaire_series (look_at, id) where stopped_at is null and look_at is not null;
drop index concurrently if exists questionnaire_series_to_look_at;
