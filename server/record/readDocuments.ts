import type { PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { fileTable } from '../files/fileTables.ts';
import { allWithBytes, fileColumns, fileEntries } from '../files/storedFile.ts';
import { type Json, filled } from '../subject/fhirParts.ts';
import type { XmlValue } from '../subject/xmlElement.ts';

// Words are read in SQL too.
fileTable('record_documents', { where: "content_type not in ('text/plain', 'text/html')" });

const documents = statement(
  'record.documents',
  `select d.resource_id as id, d.title, d.content_type as "contentType", ${fileColumns('d')} from record_documents d join record_resources r on r.id = d.resource_id
   where r.patient_id = $patientId and not r.is_hidden and d.resource_id = any($ids::bigint[]) order by d.resource_id, d.position`,
  v.object({
    id: v.number(),
    title: v.nullable(v.string()),
    contentType: v.string(),
    ...fileEntries,
  }),
);

export interface RecordDocument {
  readonly title: string | null;
  readonly contentType: string;
  readonly base64: string;
}

/** The documents of a patient's resources, by the resource's id. */
export async function readDocuments(
  db: Db,
  patientId: PatientId,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly RecordDocument[]>> {
  const found = new Map<number, RecordDocument[]>();
  for (const { id, title, contentType, content } of await allWithBytes(
    db,
    await db.many(documents, { patientId, ids: [...ids] }),
  ))
    found.set(id, [...(found.get(id) ?? []), { title, contentType, base64: content.toString('base64') }]);
  return found;
}

export const documentXml = ({ title, contentType, base64 }: RecordDocument): XmlValue => ({
  Title: title,
  ContentType: contentType,
  Base64: base64,
});

export const documentAttachment = ({ title, contentType, base64 }: RecordDocument): Json => ({
  contentType,
  title: filled(title),
  data: base64,
});
