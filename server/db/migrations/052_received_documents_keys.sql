-- Documents that came by themselves are known by their own id.
update health_documents d set document_key = r.resource_id from record_resources r where r.id = d.resource_id and r.type = 'ClinicalDocument';
