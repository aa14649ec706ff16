-- Messages of HL7 v2 that other systems send: who may send them, what came, and what they said about each patient so far.

create table hl7_interfaces (
  id bigint generated always as identity primary key,
  -- also the source of what it tells, as in record_resources
  name text not null,
  facility_id bigint not null references facilities on delete cascade,
  -- MSH-3 and MSH-4 of its messages
  application text not null,
  sending_facility text not null,
  -- whose connections count as its own: the SHA-256 fingerprint of their certificate, or the network that they come from
  certificate text,
  address text,
  -- of messages whose MSH-18 is empty
  charset text,
  -- MSH-11: production, training or debugging
  processing text not null default 'P',
  -- the assigning authority whose numbers are the record numbers here; null: those of type MR
  record_numbers text,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  check ((certificate is null) <> (address is null))
);
create unique index hl7_interfaces_by_name on hl7_interfaces (lower(name));
create unique index hl7_interfaces_by_sender on hl7_interfaces (application, sending_facility) where removed_at is null;
create index hl7_interfaces_by_facility on hl7_interfaces (facility_id);

create table hl7_messages (
  id bigint generated always as identity primary key,
  interface_id bigint not null references hl7_interfaces on delete cascade,
  -- MSH-10: a message that comes again is the same if its body is
  control_id text not null,
  body_hash bytea not null,
  -- sealed, because a message has numbers that the portal keeps nowhere else; null once it is no longer needed
  content bytea,
  -- ADT^A08
  message_type text not null,
  -- whose messages are worked on one after another; null where it names nobody
  patient_key text,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed', 'skipped')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  next_try_at timestamptz not null default now(),
  tries integer not null default 0,
  lease uuid,
  leased_until timestamptz,
  -- why it waits for the engineer, in words without anything of the patient
  failure text,
  unique (interface_id, control_id)
);
create index hl7_messages_due on hl7_messages (next_try_at, id) where state = 'queued';
create index hl7_messages_open on hl7_messages (patient_key, id) where state in ('queued', 'failed');
create index hl7_messages_failed on hl7_messages (id) where state = 'failed';
create index hl7_messages_ended on hl7_messages (ended_at) where state <> 'failed';
create index hl7_messages_kept on hl7_messages (ended_at) where content is not null and state <> 'failed';

-- What an interface has said of a patient, by the fields of its messages: a field that the next one leaves out stays.
create table hl7_people (
  interface_id bigint not null references hl7_interfaces on delete cascade,
  patient_id bigint not null references patients on delete cascade,
  said jsonb not null,
  primary key (interface_id, patient_id)
);
create index hl7_people_by_patient on hl7_people (patient_id);
