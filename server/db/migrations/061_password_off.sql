-- Since when an account has no password, because its owner signs in with passkeys alone; null: it has one.
alter table users add column password_off_at timestamptz;
