-- True for settings that came with the account: the patient has chosen nothing yet.
alter table patient_reminder_settings add column is_default boolean not null default false;
