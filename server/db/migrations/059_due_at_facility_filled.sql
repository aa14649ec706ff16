update assigned_questionnaires a set home_facility_id = p.home_facility_id from patients p where p.id = a.patient_id and a.home_facility_id is null;
