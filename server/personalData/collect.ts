import {
  CalendarDate,
  Contact,
  EducationArticle,
  Instant,
  type PatientId,
  type RegistrationDetails,
  type UserId,
} from '@portal/api';
import * as v from 'valibot';
import { readRegistration, readReminders } from '../areas/accountSettings.ts';
import { allContacts } from '../areas/contactRecords.ts';
import { readArticles } from '../areas/education.ts';
import { readPlans } from '../areas/followUpPlan.ts';
import { type Db, statement } from '../db/pool.ts';
import type { QuestionnaireResponse } from '../questionnaires/fhir/export.ts';
import { readResponses } from '../questionnaires/responses.ts';
import { type HeldAlert, readAlerts } from './alerts.ts';
import { readClosed } from '../labResults/closed.ts';
import { readOpenings } from '../labResults/opening.ts';
import { type HeldEntry, readListed } from './lists.ts';
import { type HeldMessage, readAllMessages } from './messages.ts';
import { type ReceivedSummary, readReceivedSummaries } from './receivedSummaries.ts';
import { type LabResult, readLabResults } from '../record/labResults.ts';
import { type SummaryGroupItems, readTreatmentSummary } from '../record/treatmentSummary.ts';

const Visit = v.object({
  id: v.number(),
  kind: v.picklist(['ExternalAppointment', 'FollowUpAppointment']),
  startsAt: v.nullable(Instant),
  day: v.nullable(CalendarDate),
  durationMinutes: v.nullable(v.number()),
  provider: v.nullable(v.string()),
  type: v.string(),
  subtype: v.nullable(v.string()),
  place: v.nullable(v.string()),
  status: v.string(),
  isCancelled: v.boolean(),
  instructions: v.string(),
  facility: v.string(),
  /** When they said at a tablet that they are here. */
  arrivedAt: v.nullable(v.string()),
});
export type Visit = v.InferOutput<typeof Visit>;
const visits = statement(
  'personalData.visits',
  `select a.id, a.kind, a.starts_at as "startsAt", a.listed_day as day, a.duration_minutes as "durationMinutes",
     nullif(concat_ws(' ', a.provider_first_name, a.provider_last_name), '') as provider, coalesce(a.follow_up_label, a.type) as type, a.subtype,
     coalesce(a.place, a.short_location) as place, a.status, a.is_cancelled as "isCancelled", a.instructions, f.name as facility, a.arrived_at as "arrivedAt"
   from appointments a join facilities f on f.id = a.facility_id where a.patient_id = $patientId order by a.listed_day, a.id`,
  Visit,
);

/** All visits of a patient, follow-ups that are only recommended among them. */
export const readVisits = (db: Db, patientId: PatientId): Promise<Visit[]> => db.many(visits, { patientId });

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

export type FollowUpPlan = Awaited<ReturnType<typeof readPlans>>[number];

const home = statement(
  'personalData.home',
  'select f.time_zone as "timeZone" from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId',
  v.object({ timeZone: v.string() }),
);

/** All that is held of a patient. */
export interface PersonalData {
  readonly patientId: PatientId;
  /** Of the patient's facility. */
  readonly timeZone: string;
  readonly madeAt: string;
  readonly registration: RegistrationDetails;
  readonly notificationSettings: Awaited<ReturnType<typeof readReminders>>;
  readonly contacts: readonly Contact[];
  readonly visits: readonly Visit[];
  readonly results: readonly LabResult[];
  /** Of reports of laboratories, by the id of their resource. */
  readonly reportDocuments: ReadonlyMap<number, readonly HeldDocument[]>;
  readonly notes: readonly HeldNote[];
  readonly summary: readonly SummaryGroupItems[];
  /** The one of the moment first, then earlier ones. */
  readonly followUpPlans: readonly FollowUpPlan[];
  readonly articles: readonly EducationArticle[];
  readonly answers: readonly QuestionnaireResponse[];
  readonly alerts: readonly HeldAlert[];
  readonly messages: readonly HeldMessage[];
  readonly receivedSummaries: readonly ReceivedSummary[];
  readonly listed: readonly HeldEntry[];
}

/** Reads all that is held of a patient, for the patient alone, without the test results that are closed to them. */
export async function collectPersonalData(db: Db, patientId: PatientId, readerId: UserId): Promise<PersonalData> {
  const closedIds = await readClosed(db, patientId, await readOpenings(db, readerId, patientId));
  const papers = new Map<number, HeldDocument[]>();
  for (const { id, title, contentType, content } of await db.many(documents, { patientId, closedIds }))
    papers.set(id, [
      ...(papers.get(id) ?? []),
      { title, contentType, base64: Buffer.from(content).toString('base64') },
    ]);
  const contacts = await db.one(allContacts, { patientId, readerId, isPatient: true });
  return {
    patientId,
    ...(await db.one(home, { patientId })),
    madeAt: new Date().toISOString(),
    registration: await readRegistration(db, patientId),
    notificationSettings: await readReminders(db, patientId),
    contacts: v.parse(v.array(Contact), JSON.parse(contacts.json)),
    visits: await readVisits(db, patientId),
    results: (await readLabResults(db, patientId)).filter(({ groups }) =>
      groups.every(({ report }) => !closedIds.includes(report.id)),
    ),
    reportDocuments: papers,
    notes: (await db.many(notes, { patientId })).map((note) => ({ ...note, documents: papers.get(note.id) ?? [] })),
    summary: await readTreatmentSummary(db, patientId, () => Promise.resolve(closedIds)),
    followUpPlans: await readPlans(db, patientId, true),
    articles: v.parse(v.array(EducationArticle), JSON.parse(await readArticles(db, patientId, true))),
    answers: (await readResponses(db, '1900-01-01', null, null, patientId)).map(({ response }) => response),
    alerts: await readAlerts(db, patientId),
    messages: await readAllMessages(db, patientId),
    receivedSummaries: await readReceivedSummaries(db, patientId),
    listed: await readListed(db, patientId, closedIds),
  };
}
