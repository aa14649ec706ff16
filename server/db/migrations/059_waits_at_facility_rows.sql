update secure_messages m set facility_id = t.facility_id from secure_threads t
  where t.id = m.thread_id and m.is_from_patient and m.read_at is null and m.office_told_at is null and m.facility_id is null;
update secure_requests r set facility_id = p.home_facility_id from patients p
  where p.id = r.patient_id and r.answered_at is null and r.outcome is null and r.office_told_at is null and r.facility_id is null;
