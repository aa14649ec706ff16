/** SQL: resource `r` brought no clinical document, itself or attached; what a document says is read only from the document. */
export const outsideDocuments = 'not exists (select from health_documents hd where hd.resource_id = r.id)';
