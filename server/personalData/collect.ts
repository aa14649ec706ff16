import { Contact, EducationArticle, type PatientId, type UserId } from '@portal/api';
import * as v from 'valibot';
import { readReminders } from '../account/accountSettings.ts';
import { allContacts } from '../contacts/contactRecords.ts';
import { readArticles } from '../care/readArticles.ts';
import { readOpenings } from '../testResults/opening.ts';
import { type Db, statement } from '../db/pool.ts';
import type { QuestionnaireResponse } from '../questionnaires/fhir/export.ts';
import { readResponses } from '../questionnaires/responses.ts';
import { type HeldAlert, readAlerts } from './alerts.ts';
import { type HeldMessage, readAllMessages } from './messages.ts';
import { type PatientFacts, readPatientFacts } from '../healthSummary/write/patientFacts.ts';
import { type ReceivedSummary, readReceivedSummaries } from './receivedSummaries.ts';

const NoteDocument = v.object({
  title: v.nullable(v.string()),
  contentType: v.string(),
  content: v.instance(Uint8Array),
});
const Note = v.object({
  id: v.number(),
  documentType: v.string(),
  serviceDate: v.nullable(v.string()),
  authoredBy: v.nullable(v.string()),
  institution: v.nullable(v.string()),
  noteToPatient: v.nullable(v.string()),
  status: v.nullable(v.string()),
});
const notes = statement(
  'personalData.notes',
  `select n.resource_id as id, n.document_type as "documentType", n.service_date as "serviceDate", n.authored_by as "authoredBy", n.institution,
     n.note_to_patient as "noteToPatient", r.status
   from clinical_notes n join record_resources r on r.id = n.resource_id where n.patient_id = $patientId and not r.is_hidden order by n.service_at, n.resource_id`,
  Note,
);
const documents = statement(
  'personalData.documents',
  `select d.resource_id as id, d.title, d.content_type as "contentType", d.content from record_documents d join record_resources r on r.id = d.resource_id
   where r.patient_id = $patientId and not r.is_hidden and d.resource_id <> all($closedIds::bigint[]) order by d.resource_id, d.position`,
  v.object({ id: v.number(), ...NoteDocument.entries }),
);

export interface HeldDocument {
  readonly title: string | null;
  readonly contentType: string;
  readonly base64: string;
}
export interface HeldNote extends v.InferOutput<typeof Note> {
  readonly documents: readonly HeldDocument[];
}

/** All that is held of a patient. */
export interface PersonalData extends PatientFacts {
  readonly patientId: PatientId;
  readonly madeAt: string;
  readonly notificationSettings: Awaited<ReturnType<typeof readReminders>>;
  readonly contacts: readonly Contact[];
  /** Of reports of laboratories, by the id of their resource. */
  readonly reportDocuments: ReadonlyMap<number, readonly HeldDocument[]>;
  readonly notes: readonly HeldNote[];
  readonly articles: readonly EducationArticle[];
  readonly answers: readonly QuestionnaireResponse[];
  readonly alerts: readonly HeldAlert[];
  readonly messages: readonly HeldMessage[];
  readonly receivedSummaries: readonly ReceivedSummary[];
}

/** Reads all that is held of a patient, for the patient alone, without the test results that are closed to them. */
export async function collectPersonalData(db: Db, patientId: PatientId, readerId: UserId): Promise<PersonalData> {
  const facts = await readPatientFacts(db, patientId, await readOpenings(db, readerId, patientId), 'en');
  const { closedIds } = facts;
  const papers = new Map<number, HeldDocument[]>();
  for (const { id, title, contentType, content } of await db.many(documents, { patientId, closedIds }))
    papers.set(id, [
      ...(papers.get(id) ?? []),
      { title, contentType, base64: Buffer.from(content).toString('base64') },
    ]);
  const contacts = await db.one(allContacts, { patientId, readerId, isPatient: true });
  return {
    ...facts,
    patientId,
    madeAt: new Date().toISOString(),
    notificationSettings: await readReminders(db, patientId),
    contacts: v.parse(v.array(Contact), JSON.parse(contacts.json)),
    reportDocuments: papers,
    notes: (await db.many(notes, { patientId })).map((note) => ({ ...note, documents: papers.get(note.id) ?? [] })),
    articles: v.parse(v.array(EducationArticle), JSON.parse(await readArticles(db, patientId, true))),
    answers: (await readResponses(db, '1900-01-01', null, null, patientId)).map(({ response }) => response),
    alerts: await readAlerts(db, patientId),
    messages: await readAllMessages(db, patientId),
    receivedSummaries: await readReceivedSummaries(db, patientId),
  };
}
