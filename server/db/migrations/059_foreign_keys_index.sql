-- outside a transaction
-- Foreign keys whose tables grow: deleting what they refer to reads an index and not the table.
drop index concurrently if exists email_confirmations_by_session;
create index concurrently email_confirmations_by_session on email_confirmations (session_id) where session_id is not null;
drop index concurrently if exists handovers_by_session;
create index concurrently handovers_by_session on handovers (manager_session_id);
drop index concurrently if exists message_attachments_of_drafts;
create index concurrently message_attachments_of_drafts on message_attachments (user_id, draft_id) where draft_id is not null;
drop index concurrently if exists assigned_questionnaires_by_template;
create index concurrently assigned_questionnaires_by_template on assigned_questionnaires (template_id);
drop index concurrently if exists care_team_members_by_provider;
create index concurrently care_team_members_by_provider on care_team_members (care_provider_id);
drop index concurrently if exists notice_stops_by_patient;
create index concurrently notice_stops_by_patient on notice_stops (patient_id);
drop index concurrently if exists representative_links_by_patient;
create index concurrently representative_links_by_patient on representative_links (patient_id);
drop index concurrently if exists secure_messages_by_author;
create index concurrently secure_messages_by_author on secure_messages (author_user_id) where author_user_id is not null;
drop index concurrently if exists secure_threads_by_provider;
create index concurrently secure_threads_by_provider on secure_threads (care_provider_id) where care_provider_id is not null;
drop index concurrently if exists sessions_of_user;
create index concurrently sessions_of_user on sessions (user_id);
drop index concurrently if exists sessions_by_patient;
create index concurrently sessions_by_patient on sessions (patient_id) where patient_id is not null;
