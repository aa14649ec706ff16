import type { PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { type StoredFile, allWithBytes, fileColumns, fileEntries } from '../files/storedFile.ts';
import { type Resource, concept, dateTime, filled, instant, patientReference } from '../subject/fhirParts.ts';

const Row = v.object({
  id: v.number(),
  title: v.string(),
  typeName: v.nullable(v.string()),
  date: v.nullable(v.string()),
  source: v.string(),
  ...fileEntries,
});
const received = statement(
  'healthSummary.received',
  `select s.ccda_id as id, s.title, s.type_name as "typeName", s.document_date as date, coalesce(s.custodian, x.display_name) as source, ${fileColumns('d')}
   from shown_health_documents s join health_documents d on d.resource_id = s.ccda_id join external_systems x on x.id = s.external_system_id
   where s.patient_id = $patientId order by s.document_at nulls last, s.ccda_id`,
  Row,
);

export interface ReceivedSummary extends Omit<v.InferOutput<typeof Row>, keyof StoredFile> {
  readonly base64: string;
}

/** Those that the patient may read, oldest first. */
export const readReceivedSummaries = async (db: Db, patientId: PatientId): Promise<ReceivedSummary[]> =>
  (await allWithBytes(db, await db.many(received, { patientId }))).map(({ content, ...one }) => ({
    ...one,
    base64: content.toString('base64'),
  }));

const contentType = 'application/xml';

/** One as an element of the XML, with the very bytes that came. */
export const receivedSummaryXml = ({ title, typeName, date, source, base64 }: ReceivedSummary) => ({
  Title: title,
  Type: typeName,
  Date: date,
  From: source,
  ContentType: contentType,
  Base64: base64,
});

export const receivedSummaryOf = ({ id, title, typeName, date, source, base64 }: ReceivedSummary): Resource => ({
  resourceType: 'DocumentReference',
  id: `summary-${String(id)}`,
  status: 'current',
  type: concept(typeName),
  subject: patientReference,
  date: instant(date),
  custodian: { display: source },
  // An instant alone can be its date; what is less exact stands in words.
  description: dateTime(date) === instant(date) ? undefined : filled(date),
  content: [{ attachment: { contentType, title: filled(title), data: base64 } }],
});
