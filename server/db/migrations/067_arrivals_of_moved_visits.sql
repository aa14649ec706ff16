-- An arrival is for the day on which it was said: a visit that is moved to another day is asked about again there.
-- Runs after appointment_time, which says what the day of the visit is.
create function arrival_ends() returns trigger language plpgsql as $$
begin
  if new.day is distinct from old.day then
    new.arrived_at := null;
    new.arrived_by := null;
  end if;
  return new;
end
$$;
create trigger arrival_ends before update of starts_at, day, facility_id on appointments for each row
  when (old.arrived_at is not null) execute function arrival_ends();

-- After any update: a column that a trigger before it has changed is none that the statement names.
create or replace trigger queue_outbound_arrival after update on appointments for each row
  when (new.arrived_at is distinct from old.arrived_at) execute function queue_outbound_arrival();
