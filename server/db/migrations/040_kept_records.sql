-- What each browser keeps of its person, so that they see it from any of their devices and can end it.
alter table devices
  -- the session of this browser that was heard of last
  add column session_id bigint references sessions on delete set null,
  -- as sessions have it
  add column device text,
  add column browser text,
  -- by the device's own word: records to be read without a connection
  add column keeps_records boolean not null default false;
create index devices_by_session on devices (session_id);
-- a device on which nobody is signed in asks by its id alone
create index devices_revoked on devices (device_id) where revoked_at is not null;
