-- An interface that is for some questionnaires gets the alerts of these alone, as it does responses and documents.
create or replace function queue_outbound_alert() returns trigger language plpgsql as $$
begin
  perform queue_outbound(new.patient_id, 'alerts', 'alert', new.id, new.raised_at,
    (select template_id from assigned_questionnaires where id = new.assigned_questionnaire_id));
  return null;
end
$$;
