-- Until when a contact may act for the patient, and why, in the patient's words.
alter table contacts
  -- the last day, in the time zone of the patient's facility; null: no end
  add column access_last_day date,
  add column access_reason text,
  -- the last day of which both have been reminded, or need not be
  add column end_reminded_for date;

-- Who may act for whom today. A representation whose last day is over is gone without any job, so whatever asks for rights reads this.
create view current_representatives as
  select l.user_id, l.patient_id, l.created_at, c.id as contact_id, c.access_last_day, c.access_reason
  from representative_links l
    join patients p on p.id = l.patient_id join facilities f on f.id = p.home_facility_id
    left join contacts c on c.patient_id = l.patient_id and c.representative_user_id = l.user_id
  where l.revoked_at is null and (c.access_last_day is null or c.access_last_day >= today_in(f.time_zone));
