-- Until when a contact may use their rights in one section, and why, in the patient's words; the contact's own last day is the latest. No row: as long as
-- that. Kept with the contact, so that somebody who is invited has it before there is an account.
create table section_ends (
  contact_id bigint not null references contacts on delete cascade,
  section text not null,
  -- in the time zone of the patient's facility, included; null: a reason alone
  last_day date,
  reason text,
  -- neither has been reminded of this day yet
  needs_reminder boolean not null default false,
  primary key (contact_id, section)
);
create index section_ends_to_remind on section_ends (last_day) where needs_reminder;

-- Every right that was given and whose last day is not over, with the birthday of the patient that ends it, if one does.
create or replace view rights_by_age as
  select r.user_id, r.patient_id, r.section, r."right", e.age, e.birthday, coalesce(e.birthday <= today_in(f.time_zone), false) as is_over
  from representative_rights r
    join representative_links l on l.user_id = r.user_id and l.patient_id = r.patient_id
    join patients p on p.id = r.patient_id join facilities f on f.id = p.home_facility_id
    left join lateral ended_at_age(f.rights_by_age, p.date_of_birth, f.time_zone, r.section, coalesce(r.given_at, l.created_at)) e on true
  where not exists (
    select from contacts c join section_ends s on s.contact_id = c.id
    where c.patient_id = r.patient_id and c.representative_user_id = r.user_id and s.section = r.section and s.last_day < today_in(f.time_zone));

-- The rights with which a contact begins, without those that a birthday or a last day has ended since they were chosen.
create or replace view current_chosen_rights as
  select c.id as contact_id, word
  from contacts c join patients p on p.id = c.patient_id join facilities f on f.id = p.home_facility_id
    cross join lateral unnest(c.chosen_rights) word
    left join lateral ended_at_age(f.rights_by_age, p.date_of_birth, f.time_zone, split_part(word, ':', 1),
      coalesce(c.rights_chosen_at, c.created_at)) e on true
  where (e.birthday is null or e.birthday > today_in(f.time_zone))
    and not exists (select from section_ends s where s.contact_id = c.id and s.section = split_part(word, ':', 1) and s.last_day < today_in(f.time_zone));
