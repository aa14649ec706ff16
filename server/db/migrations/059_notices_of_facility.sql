-- Looks again at patients of a facility, a hundred in a second: many thousands at once would stand before all reminders whose time comes meanwhile.
create function look_again_at_patients_of(of_facility bigint, only_with_news boolean) returns void language sql as $$
  update notice_agenda a set look_at = soon.look_at
  from (
    select b.patient_id, now() + row_number() over () * interval '10 milliseconds' as look_at
    from patients p join notice_agenda b on b.patient_id = p.id
    where p.home_facility_id = of_facility and (not only_with_news or exists (select from record_news n where n.patient_id = p.id))) soon
  where a.patient_id = soon.patient_id and a.look_at > soon.look_at
$$;

-- The modules are those that notices are about (`reminders` in the contract).
create or replace function look_again_at_facility() returns trigger language plpgsql as $$
begin
  if (new.time_zone, new.reminder_settings, new.subscription_ends_on) is distinct from (old.time_zone, old.reminder_settings, old.subscription_ends_on)
    or exists (
      select from unnest(array['Appointments', 'FollowUpPlan', 'SecureMessages', 'Questionnaires', 'TestResults', 'MedicalNotes', 'TreatmentSummary']) module
      where (new.capabilities ? module) <> (old.capabilities ? module))
    or (new.capabilities -> 'Dashboard' ? 'HealthSummary') is distinct from (old.capabilities -> 'Dashboard' ? 'HealthSummary')
  then
    perform look_again_at_patients_of(new.id, false);
  end if;
  return null;
end
$$;

create or replace function look_again_for_holds() returns trigger language plpgsql as $$
begin
  perform look_again_at_patients_of(new.id, true);
  return null;
end
$$;
