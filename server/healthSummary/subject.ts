import { healthSummaryViewed, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { statement, type Db } from '../db/pool.ts';
import { type Subject, openedEvent } from '../subject/subject.ts';
import { takenOn } from '../testResults/view.ts';
import { type StoredFile, allWithBytes, fileColumns, fileEntries } from '../files/storedFile.ts';
import { type Resource, concept, dateTime, filled, instant, patientReference } from '../subject/fhirParts.ts';
import type { AuditEntry } from '../audit/audit.ts';
import { systemOfDocument } from './documents.ts';
import { type RequestedIdentifier, identifierOf } from './identifier.ts';
import { sourceOf, sourcesOf } from '../facilities/sources.ts';

/** What the audit says of a summary that a page has shown, with the name of its source by our own rows; null where the patient has no such summary. */
async function viewedSummary(
  db: Db,
  patientId: PatientId,
  asked: RequestedIdentifier,
): Promise<NonNullable<AuditEntry['detail']> | null> {
  const identifier = identifierOf(asked);
  if (identifier === null) return null;
  if ('ccdaId' in identifier) {
    const { ccdaId } = identifier;
    const ifSystemId = await systemOfDocument(db, { patientId, ccdaId });
    const source = ifSystemId === null ? null : await sourceOf(db, patientId, ifSystemId);
    return source === null ? null : { ccdaId, ifSystemId: source.ifSystemId, sourceSystemName: source.name };
  }
  const own = (await sourcesOf(db, patientId)).find(({ isOwn }) => isOwn);
  return own === undefined ? null : { ...identifier, ifSystemId: own.ifSystemId, sourceSystemName: own.name };
}

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

interface ReceivedSummary extends Omit<v.InferOutput<typeof Row>, keyof StoredFile> {
  readonly base64: string;
}

/** Those that the patient may read, oldest first. */
const readReceivedSummaries = async (db: Db, patientId: PatientId): Promise<ReceivedSummary[]> =>
  (await allWithBytes(db, await db.many(received, { patientId }))).map(({ content, ...one }) => ({
    ...one,
    base64: content.toString('base64'),
  }));

const contentType = 'application/xml';

/** One as an element of the XML, with the very bytes that came. */
const receivedSummaryXml = ({ title, typeName, date, source, base64 }: ReceivedSummary) => ({
  Title: title,
  Type: typeName,
  Date: date,
  From: source,
  ContentType: contentType,
  Base64: base64,
});

const receivedSummaryOf = ({ id, title, typeName, date, source, base64 }: ReceivedSummary): Resource => ({
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

const opened = statement(
  'healthSummary.opened',
  `select d.ccda_id as id, d.title, d.document_date as effective, d.document_precision as "effectivePrecision"
   from shown_health_documents d where d.patient_id = $patientId and d.ccda_id = any($ids::bigint[])`,
  v.object({
    id: v.number(),
    title: v.string(),
    effective: v.nullable(v.string()),
    effectivePrecision: v.nullable(v.picklist(['year', 'month', 'day', 'time'])),
  }),
);

/** What the export, the activity log and the audit say of summaries. */
export const healthSummarySubject: Subject = {
  exported: {
    order: 110,
    element: 'HealthSummaries',
    async read({ db, patientId }) {
      const all = await readReceivedSummaries(db, patientId);
      return { xml: { HealthSummary: all.map(receivedSummaryXml) }, fhir: all.map(receivedSummaryOf) };
    },
  },
  opened: {
    kind: 'document',
    ids: ['ccdaId'],
    read: async (db, patientId, ids) =>
      (await db.many(opened, { patientId, ids: [...ids] })).map(({ id, title, ...dated }) => ({
        id,
        name: title,
        date: takenOn(dated),
      })),
  },
  openedEvent: openedEvent(healthSummaryViewed, viewedSummary),
};
