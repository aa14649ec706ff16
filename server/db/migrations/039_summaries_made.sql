-- Under which the facility's own numbers, such as those of its patients, are unique in the world: its OID, or else a UUID that is made once.
alter table facilities add column id_root text not null default gen_random_uuid()::text
  check (id_root ~ '^([0-2](\.(0|[1-9][0-9]*))+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
