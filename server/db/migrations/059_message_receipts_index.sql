-- outside a transaction
drop index concurrently if exists secure_messages_by_receipt;
create unique index concurrently secure_messages_by_receipt on secure_messages (receipt_number);
