-- Passkeys of staff work at the kiosk alone, and nowhere else; every other one at the portal alone.
alter table passkeys add column is_for_kiosk boolean not null default false;
