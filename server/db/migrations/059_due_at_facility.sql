-- The home facility of whom a questionnaire is for, so that a kiosk reads the day of its own facilities and not that of all.
alter table assigned_questionnaires add column home_facility_id bigint;

create function due_at_home_facility() returns trigger language plpgsql as $$
begin
  select p.home_facility_id into new.home_facility_id from patients p where p.id = new.patient_id;
  return new;
end
$$;
create trigger due_at_home_facility before insert on assigned_questionnaires for each row execute function due_at_home_facility();

create function due_at_new_home_facility() returns trigger language plpgsql as $$
begin
  update assigned_questionnaires a set home_facility_id = new.home_facility_id where a.patient_id = new.id;
  return null;
end
$$;
create trigger due_at_new_home_facility after update of home_facility_id on patients for each row
  when (old.home_facility_id is distinct from new.home_facility_id) execute function due_at_new_home_facility();
