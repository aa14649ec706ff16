-- outside a transaction
-- Facility by facility: where nobody is named to be reminded, alerts may wait for ever.
drop index concurrently if exists questionnaire_alerts_late;
create index concurrently questionnaire_alerts_late on questionnaire_alerts (facility_id, remind_at) where acknowledged_at is null and reminded_at is null;
drop index concurrently if exists questionnaire_alerts_to_remind;
