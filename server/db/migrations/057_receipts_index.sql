-- outside a transaction
drop index concurrently if exists assigned_questionnaires_by_receipt;
create unique index concurrently assigned_questionnaires_by_receipt on assigned_questionnaires (receipt_number);
