-- What the conditions and calculations of the questionnaire looked at of the patient when it was answered; null where they looked at nothing.
alter table assigned_questionnaires add column answered_profile jsonb;
