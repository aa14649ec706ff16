-- Messages and requests of patients go to interfaces that want them, in their order with all else that happened to the patient.
alter table outbound_messages drop constraint outbound_messages_kind_check, add constraint outbound_messages_kind_check
  check (kind in ('response', 'document', 'alert', 'arrival', 'arrival_withdrawn', 'contact_change', 'confirmation', 'message')) not valid;

create function queue_outbound_secure_message() returns trigger language plpgsql as $$
begin
  perform queue_outbound(new.patient_id, 'messages', 'message', new.id, new.sent_at);
  return null;
end
$$;
create trigger queue_outbound_secure_message after insert on secure_messages for each row
  when (new.is_from_patient) execute function queue_outbound_secure_message();
