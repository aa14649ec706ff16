-- The number of the receipt of what the patient's side sent; null for answers, and for what was sent before there were receipts.
alter table secure_messages add column receipt_number text;

-- Every receipt: what was sent, when and to whom, for whoever has its number.
create view receipts as
  select a.receipt_number, 'answers' as kind, a.closed_at as sent_at, f.name as facility_name, null as recipient
  from assigned_questionnaires a join patients p on p.id = a.patient_id join facilities f on f.id = p.home_facility_id
  where a.receipt_number is not null
  union all
  select m.receipt_number, case when r.thread_id is null then 'message' else 'request' end, m.sent_at, f.name,
    concat_ws(' ', t.provider_first_name, t.provider_last_name)
  from secure_messages m join secure_threads t on t.id = m.thread_id join facilities f on f.id = t.facility_id
    left join secure_requests r on r.message_id = m.id and r.patient_id = m.patient_id
  where m.receipt_number is not null;
