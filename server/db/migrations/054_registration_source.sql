-- The source of records ("record import --source") whose facts of registration come before those of others; null: the newest do.
alter table facilities add column registration_source text;
