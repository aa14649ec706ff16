-- outside a transaction
drop index concurrently if exists assigned_questionnaires_at_facility;
create index concurrently assigned_questionnaires_at_facility on assigned_questionnaires (home_facility_id, due_date, patient_id) where status <> 'Declined';
drop index concurrently if exists assigned_questionnaires_of_a_day;
drop index concurrently if exists assigned_questionnaires_due;
