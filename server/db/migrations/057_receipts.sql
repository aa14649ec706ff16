-- The number of the patient's receipt; null for what was sent before there were receipts.
alter table assigned_questionnaires add column receipt_number text;
