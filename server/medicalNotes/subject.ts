import { medicalNoteViewed } from '@portal/api';
import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import { sourceDayKept } from '../record/fhir/recordDate.ts';
import { documentAttachment, documentXml, readDocuments } from '../record/readDocuments.ts';
import { concept, filled, instant, patientReference, type Resource, some } from '../subject/fhirParts.ts';
import { type Subject, openedEvent } from '../subject/subject.ts';
import { namedElements } from '../subject/xmlElement.ts';
import { takenOn } from '../testResults/view.ts';
import { noteOf } from './notes.ts';

const Note = v.object({
  id: v.number(),
  documentType: v.string(),
  serviceDate: v.nullable(v.string()),
  authoredBy: v.nullable(v.string()),
  institution: v.nullable(v.string()),
  noteToPatient: v.nullable(v.string()),
  status: v.nullable(v.string()),
});
const exported = statement(
  'notes.exported',
  `select n.resource_id as id, n.document_type as "documentType", n.service_date as "serviceDate", n.authored_by as "authoredBy", n.institution,
     n.note_to_patient as "noteToPatient", r.status
   from clinical_notes n join record_resources r on r.id = n.resource_id where n.patient_id = $patientId and not r.is_hidden order by n.service_at, n.resource_id`,
  Note,
);
const opened = statement(
  'notes.opened',
  `select n.resource_id as id, n.document_type as "documentType", n.service_date as "serviceDate", n.service_precision as "servicePrecision"
   from clinical_notes n join record_resources r on r.id = n.resource_id
   where n.patient_id = $patientId and n.resource_id = any($ids::bigint[]) and not r.is_hidden`,
  v.object({
    id: v.number(),
    documentType: v.string(),
    serviceDate: v.nullable(v.string()),
    servicePrecision: v.nullable(v.picklist(['year', 'month', 'day', 'time'])),
  }),
);

const resourceOf = (note: v.InferOutput<typeof Note>): Resource => ({
  resourceType: 'DocumentReference',
  id: `note-${String(note.id)}`,
  status: 'current',
  type: concept(note.documentType),
  subject: patientReference,
  date: instant(note.serviceDate),
  author: some([filled(note.authoredBy) === undefined ? undefined : { display: note.authoredBy ?? '' }]),
  description: filled(
    [instant(note.serviceDate) === undefined ? note.serviceDate : null, note.noteToPatient]
      .flatMap((text) => filled(text) ?? [])
      .join('. '),
  ),
});

export const medicalNoteSubject: Subject = {
  exported: {
    order: 40,
    element: 'MedicalNotes',
    async read({ db, patientId, closedIds }) {
      const notes = await db.many(exported, { patientId });
      const closed = new Set(closedIds);
      const ids = notes.flatMap(({ id }) => (closed.has(id) ? [] : [id]));
      const documents = await readDocuments(db, patientId, ids);
      return {
        xml: {
          MedicalNote: notes.map(({ id, ...note }) => ({
            ...namedElements(note),
            ServiceDate: note.serviceDate === null ? null : sourceDayKept(note.serviceDate),
            Document: documents.get(id)?.map(documentXml),
          })),
        },
        fhir: notes.map((note) => ({
          ...resourceOf(note),
          content: (documents.get(note.id)?.map(documentAttachment) ?? [{ title: note.documentType }]).map(
            (attachment) => ({ attachment }),
          ),
        })),
      };
    },
  },
  opened: {
    kind: 'note',
    ids: ['noteId', 'ptMedicalNoteId'],
    read: async (db, patientId, ids) =>
      (await db.many(opened, { patientId, ids: [...ids] })).map((note) => ({
        id: note.id,
        name: note.documentType,
        date: takenOn({ effective: note.serviceDate, effectivePrecision: note.servicePrecision }),
      })),
  },
  openedEvent: openedEvent(medicalNoteViewed, async (db, patientId, { ptMedicalNoteId: noteId }) => {
    const note = noteId === undefined ? null : await noteOf(db, { patientId, noteId });
    return note === null ? null : { ptMedicalNoteId: noteId ?? null, ...note };
  }),
};
