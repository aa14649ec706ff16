-- Where a facility's own portal and kiosk are, if not where the server's settings say.
alter table facilities add column portal_url text, add column kiosk_url text;
-- The order in which a facility lists its host names: links name the first.
alter table facility_aliases add column sort_order integer not null default 0;
