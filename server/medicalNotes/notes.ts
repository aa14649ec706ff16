import type { MedicalNoteId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { fileColumns, fileEntries, withBytes } from '../files/storedFile.ts';

/** The answer's JSON, newest first. Documents are joined at once: a query for each note would take seconds in a long record. */
const listed = statement(
  'notes.list',
  `with documents as (
     select d.resource_id as note_id, d.position, d.title, d.language, d.content_type, d.is_whole, case when d.is_whole then 1 else d.pages end as page_count
     from clinical_notes n join record_documents d on d.resource_id = n.resource_id where n.patient_id = $patientId),
   numbered as (
     select d.*, 1 + coalesce(sum(d.page_count) over (partition by d.note_id order by d.position rows between unbounded preceding and 1 preceding), 0)::int as first_page
     from documents d),
   forms as materialized (
     select p.note_id, sum(p.page_count) as pages,
       json_agg(json_build_object('kind', case p.content_type when 'text/plain' then 'text' when 'text/html' then 'html' when 'application/pdf' then 'pdf' else 'picture' end,
         'title', p.title, 'language', p.language, 'firstPage', p.first_page, 'pages', p.page_count, 'isWhole', p.is_whole) order by p.position) as forms
     from numbered p group by p.note_id)
   select coalesce(json_agg(one), '[]')::text as json from (
     select n.note_id as "ptMedicalNoteId", n.patient_id as "patientId", n.service_date as "serviceDate", n.document_type as "documentType",
       coalesce(n.authored_by, n.institution) as "authoredBy", n.note_to_patient as "noteToPatient", f.pages, n.reviewed_at is not null as "isReviewedByPatient", f.forms,
       case when n.status in ('preliminary', 'amended', 'corrected', 'appended') then n.status when n.status = 'partial' then 'preliminary' end as state,
       n.replaces_earlier as "replacesEarlier", to_char(n.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "changedAt"
     from shown_notes n join forms f on f.note_id = n.note_id where n.patient_id = $patientId
     order by n.service_at desc nulls last, n.note_id desc
   ) one`,
  v.object({ json: v.string() }),
);
const fresh = statement(
  'notes.fresh',
  `select count(*) from shown_notes n where n.patient_id = $patientId and n.reviewed_at is null
     and exists (select from record_documents d where d.resource_id = n.note_id)`,
  v.object({ count: v.number() }),
);
const shown = statement(
  'notes.shown',
  `select n.service_date as "serviceDate", n.document_type as "documentType" from shown_notes n where n.note_id = $noteId and n.patient_id = $patientId`,
  v.object({ serviceDate: v.nullable(v.string()), documentType: v.string() }),
);
const review = statement(
  'notes.review',
  `update record_resources r set reviewed_at = now()
   where r.id = $noteId and r.patient_id = $patientId and r.reviewed_at is null and exists (select from shown_notes n where n.note_id = r.id)`,
);
const page = statement(
  'notes.page',
  `select p.document_id as "documentId", p.content_type as "contentType", p.language, p.is_whole as "isWhole", p.page_count as "pageCount", p.first_page as "firstPage",
     n.document_type as "documentType", ${fileColumns('d')}
   from shown_notes n join note_pages p on p.note_id = n.note_id join record_documents d on d.id = p.document_id
   where n.note_id = $noteId and n.patient_id = $patientId and $pageNumber::int between p.first_page and p.first_page + p.page_count - 1`,
  v.object({
    documentId: v.number(),
    contentType: v.picklist(['application/pdf', 'text/plain', 'text/html', 'image/jpeg', 'image/png']),
    language: v.nullable(v.string()),
    isWhole: v.boolean(),
    pageCount: v.number(),
    firstPage: v.number(),
    documentType: v.string(),
    ...fileEntries,
  }),
);
const whole = statement('notes.whole', 'update record_documents set is_whole = true where id = $documentId');

interface NoteKey {
  readonly patientId: PatientId;
  readonly noteId: MedicalNoteId;
}

/** A page of a note, and the document that it belongs to. */
export type NotePage = NonNullable<Awaited<ReturnType<typeof notePage>>>;

/** The notes that a patient may read, as JSON. */
export const readNotes = async (db: Db, patientId: PatientId): Promise<string> =>
  (await db.one(listed, { patientId })).json;

/** How many notes the patient has not seen in their current version. */
export const countFreshNotes = async (db: Db, patientId: PatientId): Promise<number> =>
  (await db.one(fresh, { patientId })).count;

/** A note's name and details for the audit; null if the patient has no note with this id. */
export const noteOf = (db: Db, key: NoteKey): Promise<v.InferOutput<typeof shown.row> | null> => db.maybe(shown, key);

/** Only the first time is stored. */
export const markNoteReviewed = (db: Db, key: NoteKey): Promise<unknown> => db.run(review, key);

/** Null if there is no such page. */
export async function notePage(db: Db, key: NoteKey & { readonly pageNumber: number }) {
  const row = await db.maybe(page, key);
  return row && withBytes(db, row);
}

/** Stores that a document cannot be split into pages. */
export const keepWhole = (db: Db, documentId: number): Promise<unknown> => db.run(whole, { documentId });
