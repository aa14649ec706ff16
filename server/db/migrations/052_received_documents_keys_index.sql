-- outside a transaction
drop index concurrently if exists health_documents_by_key;
create index concurrently health_documents_by_key on health_documents (patient_id, document_key) where document_key is not null;
