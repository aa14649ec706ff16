-- What is behind another message about the same patient at the same interface is put off, so that claims need not walk past it. Whatever ends the one
-- before it, or moves it to another patient, lets the next one go in the same transaction. Nothing here puts off.
create function let_next_outbound_go() returns trigger language plpgsql as $$
begin
  update outbound_messages set next_try_at = now()
  where id = any(array(
      -- compared whole, so that only the index of that order can be used
      select (select m.id from outbound_messages m where m.state in ('queued', 'failed') and (m.interface_id, m.patient_id, m.id) >= (new.interface_id, patient, 0)
        and (m.interface_id, m.patient_id, m.id) < (new.interface_id, patient + 1, 0) order by m.interface_id, m.patient_id, m.id limit 1)
      from unnest(array[old.patient_id, new.patient_id]) patient))
    and state = 'queued' and next_try_at > now();
  return null;
end
$$;
create trigger let_next_outbound_go after update of state, patient_id on outbound_messages for each row
  when (old.state in ('queued', 'failed') and (new.state not in ('queued', 'failed') or new.patient_id <> old.patient_id))
  execute function let_next_outbound_go();
