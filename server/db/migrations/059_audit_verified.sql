-- Up to which row each chain was verified, so that a check begins there. Proof that the checkpoints are those of the last check stands in
-- audit_verified and, while a check goes on, in its progress: both sealed under the key that the database does not have.
alter table audit_checks
  add column checkpoint_seq bigint,
  add column checkpoint_hash bytea;
alter table audit_check_runs
  add column progress text,
  add column progress_seal bytea;
create table audit_verified (
  one boolean primary key default true check (one),
  content text not null,
  seal bytea not null
);
