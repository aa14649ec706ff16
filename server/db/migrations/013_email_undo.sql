-- Links that went to an address which an account no longer has: for three days each gives the account that address back.
create table email_undos (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  email text not null,
  was_confirmed boolean not null,
  expires_at timestamptz not null
);
create index email_undos_by_user on email_undos (user_id);
