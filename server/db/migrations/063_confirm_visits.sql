-- When somebody said in the portal that they will come to a visit, and with which account. What was said holds for the time that was shown.
alter table appointments
  add column attendance_confirmed_at timestamptz,
  add column attendance_confirmed_by bigint references users on delete set null;

-- Runs after appointment_time, which says what the time of the visit is.
create function attendance_ends() returns trigger language plpgsql as $$
begin
  if new.is_cancelled or new.starts_at is distinct from old.starts_at or new.day is distinct from old.day then
    new.attendance_confirmed_at := null;
    new.attendance_confirmed_by := null;
  end if;
  return new;
end
$$;
create trigger attendance_ends before update of starts_at, day, facility_id, is_cancelled on appointments for each row
  when (old.attendance_confirmed_at is not null) execute function attendance_ends();

-- Whether a system of the facility hears who will come.
create function takes_confirmations(facility bigint) returns boolean language sql stable as $$
  select exists (select from outbound_interfaces i where i.facility_id = facility and i.removed_at is null and 'confirmations' = any(i.sends))
$$;

alter table outbound_messages drop constraint outbound_messages_kind_check,
  add constraint outbound_messages_kind_check
    check (kind in ('response', 'document', 'alert', 'arrival', 'arrival_withdrawn', 'contact_change', 'confirmation')) not valid;

create function queue_outbound_confirmation() returns trigger language plpgsql as $$
begin
  perform queue_outbound(new.patient_id, 'confirmations', 'confirmation', new.id, new.attendance_confirmed_at);
  return null;
end
$$;
create trigger queue_outbound_confirmation after update of attendance_confirmed_at on appointments for each row
  when (old.attendance_confirmed_at is null and new.attendance_confirmed_at is not null) execute function queue_outbound_confirmation();
