-- Whom wrong passwords and wrong PINs are counted against, so that a stranger's do not lock somebody out for good.

-- Browsers in which somebody has signed in with their password. Failures of that name in that browser are counted apart from everybody else's.
create table known_browsers (
  -- sha256 of the browser's cookie
  browser_hash bytea not null,
  user_id bigint not null references users on delete cascade,
  surface text not null check (surface in ('portal', 'kiosk')),
  last_seen_at timestamptz not null default now(),
  primary key (browser_hash, user_id)
);
create index known_browsers_by_user on known_browsers (user_id, last_seen_at desc);
create index known_browsers_by_age on known_browsers (last_seen_at);

-- Wrong tries at an invitation are forgiven after a day, and counted for each address beside all of them (an empty hash).
alter table invitation_failures
  add column source_hash bytea not null default ''::bytea,
  add column window_ends_at timestamptz not null default now() + interval '1 day';
alter table invitation_failures drop constraint invitation_failures_pkey;
alter table invitation_failures add primary key (subject_hash, source_hash);
alter table invitation_failures drop column last_at;
create index invitation_failures_by_end on invitation_failures (window_ends_at);
