-- Who has been told that a birthday of a patient will end rights, or has ended them: each person once, the patient as well.
create table age_notices (
  patient_id bigint not null references patients on delete cascade,
  age integer not null,
  kind text not null check (kind in ('ahead', 'ended')),
  user_id bigint not null references users on delete cascade,
  told_at timestamptz not null default now(),
  primary key (patient_id, age, kind, user_id)
);
create index age_notices_by_user on age_notices (user_id);
