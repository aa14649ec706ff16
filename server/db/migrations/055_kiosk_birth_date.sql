-- Whether a tablet shows the birth date beside the short name, so that two of the same name can tell which of them is meant.
alter table facilities add column kiosk_birth_date boolean not null default false;
