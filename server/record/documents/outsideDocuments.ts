/** For statements: true where the resource `r` brought no clinical document, by itself or attached. What a document tells is read from the document alone. */
export const outsideDocuments = 'not exists (select from health_documents hd where hd.resource_id = r.id)';
