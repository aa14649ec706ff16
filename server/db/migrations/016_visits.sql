-- What a patient does before a visit, a line each. It is shown whole wherever the visit is.
alter table appointments add column instructions text not null default '';
-- Interfaces write 12:00:00 where they know no time; whoever knows that a visit is at noon says so.
alter table appointments add column is_at_noon boolean not null default false;

create or replace function appointment_time() returns trigger language plpgsql as $$
declare
  wall timestamp;
begin
  if new.starts_at is not null then
    select new.starts_at at time zone f.time_zone into wall from facilities f where f.id = new.facility_id;
    new.day := wall::date;
    if wall::time = '12:00:00' and not new.is_at_noon then
      new.starts_at := null;
    end if;
  end if;
  return new;
end
$$;
