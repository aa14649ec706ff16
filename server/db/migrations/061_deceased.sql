-- After a death: who acts for the patient may go on reading, for as long as the facility says, and nothing else goes on.

-- When the facility told the portal that the patient has died; null: it has not. The day of the death itself is in the record.
alter table patients add column deceased_since timestamptz;
-- For how many days from then on whoever acted for a patient may read the record; null: without an end.
alter table facilities add column after_death_days integer check (after_death_days >= 0);

create or replace view current_representatives as
  select l.user_id, l.patient_id, l.created_at, c.id as contact_id, least(c.access_last_day, d.last_day) as access_last_day, c.access_reason
  from representative_links l
    join patients p on p.id = l.patient_id join facilities f on f.id = p.home_facility_id
    cross join lateral (select (p.deceased_since at time zone f.time_zone)::date + f.after_death_days - 1 as last_day) d
    left join contacts c on c.patient_id = l.patient_id and c.representative_user_id = l.user_id
  where l.revoked_at is null and (c.access_last_day is null or c.access_last_day >= today_in(f.time_zone))
    and (d.last_day is null or d.last_day >= today_in(f.time_zone));

create or replace view current_rights as
  select r.user_id, r.patient_id, r.section, r."right" from rights_by_age r
  where not r.is_over and (r."right" = 'read' or not exists (select from patients p where p.id = r.patient_id and p.deceased_since is not null));
