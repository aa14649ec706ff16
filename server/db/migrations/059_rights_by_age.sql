-- From which birthday which sections are the patient's own: [{"fromAge": 14, "sections": ["SecureMessages"]}]; null: from none.
alter table facilities add column rights_by_age jsonb;

-- When a right was given. Null: before this column was there; it then counts as old as the link.
alter table representative_rights add column given_at timestamptz;
alter table representative_rights alter column given_at set default now();
-- When the rights were chosen with which a contact will begin. Null: as old as the contact.
alter table contacts add column rights_chosen_at timestamptz;
alter table contacts alter column rights_chosen_at set default now();

-- The day on which somebody is so many years old. Who was born on 29 February has that birthday on 1 March in other years.
create function birthday_at(born date, age integer) returns date language sql immutable as $$
  select (born + make_interval(years => age))::date
    + case when extract(day from born + make_interval(years => age)) < extract(day from born) then 1 else 0 end
$$;

-- The first birthday that ends a right of a section which was given at `given_at`; no row: none does. What is given from that birthday on stays,
-- whoever gives it. What was given before ends, also when the patient gave it: parents often use the account of their child.
create function ended_at_age(rules jsonb, born date, time_zone text, section text, given_at timestamptz)
returns table (age integer, birthday date) language sql stable as $$
  select (rule ->> 'fromAge')::integer, birthday_at(born, (rule ->> 'fromAge')::integer)
  from jsonb_array_elements(rules) rule
  where rule -> 'sections' ? section and (given_at at time zone time_zone)::date < birthday_at(born, (rule ->> 'fromAge')::integer)
  order by 2 limit 1
$$;

-- Every right that was given, with the birthday of the patient that ends it, if one does. It is over without any job, as a last day is.
create view rights_by_age as
  select r.user_id, r.patient_id, r.section, r."right", e.age, e.birthday, coalesce(e.birthday <= today_in(f.time_zone), false) as is_over
  from representative_rights r
    join representative_links l on l.user_id = r.user_id and l.patient_id = r.patient_id
    join patients p on p.id = r.patient_id join facilities f on f.id = p.home_facility_id
    left join lateral ended_at_age(f.rights_by_age, p.date_of_birth, f.time_zone, r.section, coalesce(r.given_at, l.created_at)) e on true;

-- What users may do for patients today, if they act for them at all (current_representatives). Whatever asks for rights reads this.
create view current_rights as select user_id, patient_id, section, "right" from rights_by_age where not is_over;

-- The rights with which a contact begins, without those that a birthday has ended since they were chosen.
create view current_chosen_rights as
  select c.id as contact_id, word
  from contacts c join patients p on p.id = c.patient_id join facilities f on f.id = p.home_facility_id
    cross join lateral unnest(c.chosen_rights) word
    left join lateral ended_at_age(f.rights_by_age, p.date_of_birth, f.time_zone, split_part(word, ':', 1),
      coalesce(c.rights_chosen_at, c.created_at)) e on true
  where e.birthday is null or e.birthday > today_in(f.time_zone);
