-- What waits behind a row that failed, or that is tried again later, is not looked at with each claim. Rows of one order (a patient's, a thread's) are held
-- back when the row before them fails or pauses, and let go one by one: each that ends lets go the next. A row that is held back no more may still have to
-- wait: whoever claims looks at what is before it.
alter table hl7_messages add column is_held_back boolean not null default false;
alter table outbound_messages add column is_held_back boolean not null default false;
alter table message_deliveries add column is_held_back boolean not null default false;

-- A new row comes behind what is held back already. Its lock keeps that row from ending until the new one can be seen, and let go.
create function hold_back_hl7_message() returns trigger language plpgsql as $$
declare
  keys text[] := array[new.patient_key, new.merged_key];
begin
  perform from hl7_messages b where b.patient_key = any(keys) and b.state in ('queued', 'failed') and (b.is_held_back or b.failure is not null) limit 1 for share;
  if not found then
    perform from hl7_messages b where b.merged_key = any(keys) and b.state in ('queued', 'failed') and (b.is_held_back or b.failure is not null) limit 1 for share;
  end if;
  new.is_held_back := found;
  return new;
end
$$;
-- Those that make a patient, or a number, go before what waits for that patient.
create trigger hold_back before insert on hl7_messages for each row
  when (new.state = 'queued' and new.message_type not in ('ADT^A01', 'ADT^A04', 'ADT^A05', 'ADT^A28', 'ADT^A47', 'ADT^A49')) execute function hold_back_hl7_message();

create function hold_back_hl7_messages_behind() returns trigger language plpgsql as $$
declare
  keys text[] := array[new.patient_key, new.merged_key];
begin
  update hl7_messages set is_held_back = true where patient_key = any(keys) and id > new.id and state = 'queued' and not is_held_back
    and message_type not in ('ADT^A01', 'ADT^A04', 'ADT^A05', 'ADT^A28', 'ADT^A47', 'ADT^A49');
  update hl7_messages set is_held_back = true where merged_key = any(keys) and id > new.id and state = 'queued' and not is_held_back
    and message_type not in ('ADT^A47', 'ADT^A49');
  return null;
end
$$;
create trigger hold_back_behind after update of state, failure on hl7_messages for each row
  when (new.state in ('queued', 'failed') and new.failure is not null and (old.failure is null or old.state <> new.state)) execute function hold_back_hl7_messages_behind();

create function let_go_hl7_message() returns trigger language plpgsql as $$
declare
  one text;
begin
  foreach one in array array_remove(array[new.patient_key, new.merged_key], null) loop
    update hl7_messages set is_held_back = false where id in (
      (select id from hl7_messages where patient_key = one and state = 'queued' and is_held_back order by id limit 1)
      union all (select id from hl7_messages where merged_key = one and state = 'queued' and is_held_back order by id limit 1));
  end loop;
  return null;
end
$$;
create trigger let_go after update of state on hl7_messages for each row
  when (old.state in ('queued', 'failed') and new.state not in ('queued', 'failed')) execute function let_go_hl7_message();

-- In another patient's order it has another place, and what stays behind in its own has lost what it waited for.
create function leave_hl7_order() returns trigger language plpgsql as $$
begin
  update hl7_messages set is_held_back = false where id = new.id and is_held_back;
  update hl7_messages set is_held_back = false where patient_key = old.patient_key and state = 'queued' and is_held_back;
  update hl7_messages set is_held_back = false where merged_key = old.patient_key and state = 'queued' and is_held_back;
  return null;
end
$$;
create trigger leave_order after update of patient_key on hl7_messages for each row
  when (new.patient_key is distinct from old.patient_key) execute function leave_hl7_order();

create function hold_back_outbound_message() returns trigger language plpgsql as $$
begin
  perform from outbound_messages b where b.interface_id = new.interface_id and b.patient_id = new.patient_id and b.state in ('queued', 'failed')
    and (b.is_held_back or b.failure is not null) limit 1 for share;
  new.is_held_back := found;
  return new;
end
$$;
create trigger hold_back before insert on outbound_messages for each row when (new.state = 'queued') execute function hold_back_outbound_message();

create function hold_back_outbound_messages_behind() returns trigger language plpgsql as $$
begin
  update outbound_messages set is_held_back = true where interface_id = new.interface_id and patient_id = new.patient_id and id > new.id
    and state = 'queued' and not is_held_back;
  return null;
end
$$;
create trigger hold_back_behind after update of state, failure on outbound_messages for each row
  when (new.state in ('queued', 'failed') and new.failure is not null and (old.failure is null or old.state <> new.state)) execute function hold_back_outbound_messages_behind();

create function let_go_outbound_message() returns trigger language plpgsql as $$
begin
  update outbound_messages set is_held_back = false where id = (
    select id from outbound_messages where interface_id = new.interface_id and patient_id = new.patient_id and state = 'queued' and is_held_back
    order by id limit 1);
  return null;
end
$$;
create trigger let_go after update of state on outbound_messages for each row
  when (old.state in ('queued', 'failed') and new.state not in ('queued', 'failed')) execute function let_go_outbound_message();

create function leave_outbound_order() returns trigger language plpgsql as $$
begin
  update outbound_messages set is_held_back = false where id = new.id and is_held_back;
  update outbound_messages set is_held_back = false where interface_id = old.interface_id and patient_id = old.patient_id and state = 'queued' and is_held_back;
  return null;
end
$$;
create trigger leave_order after update of patient_id on outbound_messages for each row
  when (new.patient_id <> old.patient_id) execute function leave_outbound_order();

create function hold_back_delivery() returns trigger language plpgsql as $$
begin
  perform from secure_messages own join secure_messages earlier on earlier.thread_id = own.thread_id join message_deliveries b on b.message_id = earlier.id
    where own.id = new.message_id and b.state = 'queued' and (b.is_held_back or b.failure is not null) limit 1 for share of b;
  new.is_held_back := found;
  return new;
end
$$;
create trigger hold_back before insert on message_deliveries for each row when (new.state = 'queued') execute function hold_back_delivery();

create function hold_back_deliveries_behind() returns trigger language plpgsql as $$
begin
  update message_deliveries d set is_held_back = true from secure_messages own join secure_messages later on later.thread_id = own.thread_id and later.id > own.id
    where own.id = new.message_id and d.message_id = later.id and d.state = 'queued' and not d.is_held_back;
  return null;
end
$$;
create trigger hold_back_behind after update of failure on message_deliveries for each row
  when (new.state = 'queued' and new.failure is not null and old.failure is null) execute function hold_back_deliveries_behind();

create function let_go_delivery() returns trigger language plpgsql as $$
begin
  update message_deliveries set is_held_back = false where message_id = (
    select d.message_id from secure_messages own join secure_messages later on later.thread_id = own.thread_id join message_deliveries d on d.message_id = later.id
    where own.id = new.message_id and d.state = 'queued' and d.is_held_back order by d.message_id limit 1);
  return null;
end
$$;
create trigger let_go after update of state on message_deliveries for each row
  when (old.state = 'queued' and new.state <> 'queued') execute function let_go_delivery();
