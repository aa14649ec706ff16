-- outside a transaction
-- Notices by the zone by whose day they are sent: those of a zone where it is night are put off until its morning.
drop index concurrently if exists mails_by_zone;
create index concurrently mails_by_zone on mails (by_day_in, next_try_at) where state = 'queued' and by_day_in is not null;
