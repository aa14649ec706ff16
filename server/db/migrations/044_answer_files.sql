-- A photo or document that answers a question. Its bytes are those that the server made or let pass.
create table answer_attachments (
  id bigint generated always as identity primary key,
  assigned_questionnaire_id bigint not null references assigned_questionnaires on delete cascade,
  questionnaire_item_id bigint not null,
  -- the second try of the same upload finds the first one's row
  upload_key text not null,
  file_name text not null check (char_length(file_name) between 1 and 200),
  file_type text not null check (file_type in ('jpg', 'png', 'pdf', 'txt')),
  byte_count integer not null check (byte_count between 1 and 6000000),
  content bytea not null,
  -- when the answers that name it were sent; what was not sent goes with its draft
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (assigned_questionnaire_id, upload_key)
);
create index answer_attachments_unsent on answer_attachments (created_at) where sent_at is null;
