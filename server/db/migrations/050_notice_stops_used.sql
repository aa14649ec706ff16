-- Which of its kinds a stop link has stopped: it does so once for each, and whoever turns a kind on again hears no more of an old link.
alter table notice_stops add column used text[] not null default '{}';
