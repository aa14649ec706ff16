-- The account of a person: where they are signed in, what was done with a record, how they want to be told.

-- The kind of device and the family of browser of a sign-in; nothing else of what a browser says of itself is kept.
alter table sessions
  add column device text not null default 'unknown' check (device in ('phone', 'tablet', 'computer', 'kiosk', 'unknown')),
  add column browser text check (browser in ('Chrome', 'Edge', 'Firefox', 'Safari', 'Samsung Internet', 'Opera'));

-- The activity log reads one patient's rows, or those of one person, latest first and page by page.
create index audit_events_log on audit_events (patient_id, happened_at desc, id desc) where patient_id is not null;
drop index audit_events_by_patient;
create index audit_events_by_actor on audit_events (actor_user_id, happened_at desc, id desc) where actor_user_id is not null;
-- What device a session is from stands in the row of its beginning, because sessions go after 30 days and the log stays.
create index audit_events_of_sessions on audit_events (session_id) where type = 'session.started';

-- Which channels a facility sends reminders by, and when unless a patient says otherwise.
alter table facilities add column reminder_settings jsonb not null default '{
  "patientFollowUpEmailEnabled": true, "patientFollowUpSmsEnabled": true, "patientAppointmentEmailEnabled": true, "patientAppointmentSmsEnabled": true,
  "patientSecureMessageEmailEnabled": false, "patientSecureMessageSmsEnabled": false, "patientQuestionnaireEmailEnabled": true, "patientQuestionnaireSmsEnabled": true,
  "patientDefaultAppointmentReminderOffset": "Off", "patientDefaultFollowUpReminderOffset": "Off"}';

alter table patient_reminder_settings
  add column secure_message_email boolean not null default false,
  add column secure_message_sms boolean not null default false,
  add column questionnaire_email boolean not null default false,
  add column questionnaire_sms boolean not null default false,
  add column use_primary_email boolean not null default true,
  add column non_primary_email text,
  add column email_bounced_at timestamptz,
  add column sms_phone_number text,
  -- null: as the facility has it
  add column appointment_offset text,
  add column follow_up_offset text;
