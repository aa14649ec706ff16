-- Facts of the portal that systems of the facility get by themselves: which system gets which, and what is on its way.

create table outbound_interfaces (
  id bigint generated always as identity primary key,
  name text not null,
  facility_id bigint not null references facilities on delete cascade,
  -- which facts it gets
  sends text[] not null,
  -- of which questionnaires it gets responses and documents; null: of all
  template_ids bigint[],
  -- FHIR is posted to this address
  url text,
  -- or HL7 v2 goes to this MLLP listener
  host text,
  port integer,
  is_tls boolean not null default false,
  -- in PEM: whom it trusts (null: the usual authorities), and the certificate that it shows
  tls_ca text,
  tls_certificate text,
  -- sealed: the secret of the signatures, or the key of the certificate
  sealed_secret bytea,
  -- MSH-5, MSH-6, MSH-11 and PID-3.4 of its messages
  receiving_application text not null default '',
  receiving_facility text not null default '',
  processing text not null default 'P',
  record_numbers text not null default '',
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  check ((url is null) = (host is not null) and (host is null) = (port is null))
);
create unique index outbound_interfaces_by_name on outbound_interfaces (lower(name)) where removed_at is null;
create index outbound_interfaces_by_facility on outbound_interfaces (facility_id) where removed_at is null;

create table outbound_messages (
  id bigint generated always as identity primary key,
  interface_id bigint not null references outbound_interfaces on delete cascade,
  patient_id bigint not null references patients on delete cascade,
  kind text not null check (kind in ('response', 'document', 'alert', 'arrival', 'arrival_withdrawn', 'contact_change')),
  -- the assigned questionnaire, alert, visit or change that it is about: what is gone when its turn comes is not sent
  thing_id bigint not null,
  happened_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- withdrawn: the fact was taken back before it was sent
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed', 'withdrawn', 'skipped')),
  ended_at timestamptz,
  next_try_at timestamptz not null default now(),
  tries integer not null default 0,
  lease uuid,
  leased_until timestamptz,
  failure text,
  -- when the facility was told that it could not be handed over
  told_at timestamptz,
  check ((state = 'queued') = (ended_at is null))
);
create index outbound_messages_due on outbound_messages (next_try_at, id) where state = 'queued';
-- in the order of each patient; what failed holds back what comes after it
create index outbound_messages_open on outbound_messages (interface_id, patient_id, id) where state in ('queued', 'failed');
create index outbound_messages_leased on outbound_messages (interface_id) where state = 'queued' and leased_until is not null;
create index outbound_messages_by_patient on outbound_messages (patient_id);
create index outbound_messages_of_thing on outbound_messages (interface_id, kind, thing_id, id);
create index outbound_messages_failed on outbound_messages (id) where state = 'failed';
create index outbound_messages_untold on outbound_messages (interface_id, ended_at) where state = 'failed' and told_at is null;
create index outbound_messages_ended on outbound_messages (ended_at) where state in ('delivered', 'withdrawn', 'skipped');

-- In the transaction of the fact, whoever writes it: what was acknowledged is on its way.
create function queue_outbound(patient bigint, wanted text, fact text, thing bigint, at timestamptz, template bigint default null) returns void language sql as $$
  insert into outbound_messages (interface_id, patient_id, kind, thing_id, happened_at)
  select i.id, patient, fact, thing, at from patients p join outbound_interfaces i on i.facility_id = p.home_facility_id
  where p.id = patient and i.removed_at is null and wanted = any(i.sends)
    and (template is null or i.template_ids is null or template = any(i.template_ids)) order by i.id
$$;

create function queue_outbound_response() returns trigger language plpgsql as $$
begin
  perform queue_outbound(new.patient_id, 'responses', 'response', new.id, new.closed_at, new.template_id);
  perform queue_outbound(new.patient_id, 'documents', 'document', new.id, new.closed_at, new.template_id);
  return null;
end
$$;
create trigger queue_outbound_response after update of status on assigned_questionnaires for each row
  when (new.status = 'Completed' and old.status <> 'Completed') execute function queue_outbound_response();

create function queue_outbound_alert() returns trigger language plpgsql as $$
begin
  perform queue_outbound(new.patient_id, 'alerts', 'alert', new.id, new.raised_at);
  return null;
end
$$;
create trigger queue_outbound_alert after insert on questionnaire_alerts for each row execute function queue_outbound_alert();

create function queue_outbound_arrival() returns trigger language plpgsql as $$
begin
  if old.arrived_at is not null then
    perform queue_outbound(new.patient_id, 'arrivals', 'arrival_withdrawn', new.id, now());
  end if;
  if new.arrived_at is not null then
    perform queue_outbound(new.patient_id, 'arrivals', 'arrival', new.id, new.arrived_at);
  end if;
  return null;
end
$$;
create trigger queue_outbound_arrival after update of arrived_at on appointments for each row
  when (new.arrived_at is distinct from old.arrived_at) execute function queue_outbound_arrival();

-- Only what staff have accepted is in the record.
create function queue_outbound_contact_change() returns trigger language plpgsql as $$
begin
  perform queue_outbound(new.patient_id, 'contacts', 'contact_change', new.id, new.decided_at);
  return null;
end
$$;
create trigger queue_outbound_contact_change after update of status on contact_changes for each row
  when (new.status = 'accepted' and old.status = 'open') execute function queue_outbound_contact_change();
