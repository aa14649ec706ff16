-- Visits to come that were moved before their arrival ended with it. One soon after midnight is arrived at in the evening before.
update appointments a set arrived_at = null, arrived_by = null from facilities f
where f.id = a.facility_id and a.arrived_at is not null and a.day >= today_in(f.time_zone)
  and a.arrived_at < (a.day::timestamp at time zone f.time_zone) - interval '12 hours';
