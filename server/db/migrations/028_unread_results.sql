-- The results that a patient has not seen, without a look at all the others; what was cancelled is shown too, as cancelled.
create index record_resources_unread on record_resources (patient_id)
  where reviewed_at is null and type in ('Observation', 'DiagnosticReport') and (not is_hidden or status = 'cancelled');
