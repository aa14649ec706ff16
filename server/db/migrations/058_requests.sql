-- What a message asks the facility to do, and by when it has promised to answer.
create table secure_requests (
  thread_id bigint primary key,
  patient_id bigint not null,
  message_id bigint not null,
  kind text not null,
  -- what it is about, as the page names it that it was asked from
  about text,
  promised_by timestamptz(3) not null,
  -- the first answer, kept by answer_request
  answered_at timestamptz(3),
  -- when the facility was told that the promised time had passed
  office_told_at timestamptz(3),
  outcome text check (outcome in ('done', 'declined')),
  outcome_at timestamptz(3),
  -- the answer that says so
  outcome_message_id bigint references secure_messages on delete set null,
  foreign key (thread_id, patient_id) references secure_threads (id, patient_id) on delete cascade,
  foreign key (message_id, patient_id) references secure_messages (id, patient_id) on delete cascade,
  check ((outcome is null) = (outcome_at is null))
);
create index secure_requests_by_patient on secure_requests (patient_id);
create index secure_requests_by_message on secure_requests (message_id, patient_id);
create index secure_requests_by_outcome on secure_requests (outcome_message_id) where outcome_message_id is not null;
create index secure_requests_unanswered on secure_requests (promised_by) where answered_at is null and office_told_at is null;

-- By whichever way an answer comes, the request is no longer without one.
create function answer_request() returns trigger language plpgsql as $$
begin
  update secure_requests set answered_at = new.sent_at where thread_id = new.thread_id and answered_at is null;
  return null;
end
$$;
create trigger answer_request after insert on secure_messages for each row when (not new.is_from_patient) execute function answer_request();

-- {kind, about} of a draft that becomes a request.
alter table secure_message_drafts add column request jsonb;
