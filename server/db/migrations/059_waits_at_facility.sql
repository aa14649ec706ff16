-- Whose office waits for a message or a request, so that what is late at one facility is found without reading what waits at all others: where
-- nobody is to be told, it may wait for ever.
alter table secure_messages add column facility_id bigint;
alter table secure_requests add column facility_id bigint;

create function wait_at_facility_of_thread() returns trigger language plpgsql as $$
begin
  select t.facility_id into new.facility_id from secure_threads t where t.id = new.thread_id;
  return new;
end
$$;
create trigger wait_at_facility before insert on secure_messages for each row
  when (new.is_from_patient) execute function wait_at_facility_of_thread();

-- The facility that made the promise.
create function wait_at_home_facility() returns trigger language plpgsql as $$
begin
  select p.home_facility_id into new.facility_id from patients p where p.id = new.patient_id;
  return new;
end
$$;
create trigger wait_at_facility before insert on secure_requests for each row execute function wait_at_home_facility();
