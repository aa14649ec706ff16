-- Checking in at a kiosk before the questionnaires: who is here, and whether address, telephones and email are still right.

alter table facilities
  add column kiosk_arrival boolean not null default false,
  add column kiosk_contact_check boolean not null default false,
  -- whom the facility has told that somebody asked for a change
  add column front_desk_email text;

-- When the patient said at a kiosk that they are here for it.
alter table appointments add column arrived_at timestamptz;
create index appointments_of_a_day on appointments (facility_id, day, patient_id) where kind = 'ExternalAppointment' and not is_cancelled;

-- When the patient was last asked at a kiosk whether what the facility has is still right, and answered.
alter table patients add column contact_checked_at timestamptz;

-- Telephone numbers that staff accepted. They count until a record of another system says something newer; null: there is none any more.
create table patient_phones (
  patient_id bigint not null references patients on delete cascade,
  kind text not null check (kind in ('home', 'mobile')),
  phone text,
  set_at timestamptz not null default now(),
  primary key (patient_id, kind)
);

-- What a patient says has changed. The record changes when staff accept it, and not before.
create table contact_changes (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade,
  facility_id bigint not null references facilities on delete cascade,
  -- the same for every try of one press
  request_key text not null,
  -- what differs and nothing else, by the names of the contract
  old_details jsonb not null,
  new_details jsonb not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'replaced')),
  requested_at timestamptz not null default now(),
  decided_at timestamptz,
  unique (patient_id, request_key),
  check ((status = 'open') = (decided_at is null))
);
create unique index one_open_contact_change on contact_changes (patient_id) where status = 'open';
create index contact_changes_by_facility on contact_changes (facility_id, requested_at) where status = 'open';
create index contact_changes_by_end on contact_changes (decided_at) where decided_at is not null;
