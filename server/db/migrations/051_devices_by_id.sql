-- outside a transaction
-- A device that was logged out without a connection is found by its id alone.
drop index concurrently if exists devices_by_id;
create index concurrently devices_by_id on devices (device_id) where revoked_at is null;
