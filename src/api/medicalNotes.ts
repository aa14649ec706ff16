import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { declareCall } from './call.ts';
import { PatientId, brandedId } from './ids.ts';
import { changing, givingFile, ofPatient, withTicket } from './presets.ts';
import { RecordDate } from './recordDate.ts';
import { Instant, LanguageTag, orNull } from './values.ts';

export const MedicalNoteId = brandedId('MedicalNoteId');
export type MedicalNoteId = v.InferOutput<typeof MedicalNoteId>;

const ofNotes = {
  ...ofPatient,
  capability: 'MedicalNotes',
  section: 'MedicalNotes',
  access: ['patient', 'representative'],
} as const;

/** One form of a note: a source may send the same note as text and as a PDF. Its page numbers continue after those of the previous form. */
export const NoteForm = v.object({
  kind: v.picklist(['text', 'html', 'pdf', 'picture']),
  title: v.nullable(v.string()),
  language: v.nullable(v.string()),
  firstPage: v.number(),
  pages: v.number(),
  /** True when it cannot be split: its one page is the whole file. */
  isWhole: v.boolean(),
});
export type NoteForm = v.InferOutput<typeof NoteForm>;

/** The specification shows every note page by page in a viewer (specification 3, section 2). */
const documentOf = (pages: number): NoteForm => ({
  kind: 'pdf',
  title: null,
  language: null,
  firstPage: 1,
  pages,
  isWhole: false,
});

/** Specification 3, section 3. `isFiltered` is not in the answer: it is the result of the page's filters. */
export const MedicalNote = v.pipe(
  v.object({
    ptMedicalNoteId: MedicalNoteId,
    patientId: PatientId,
    /** When it was written. */
    serviceDate: orNull(RecordDate),
    documentType: v.string(),
    authoredBy: orNull(v.string()),
    noteToPatient: orNull(v.string()),
    /** The pages of all its forms. */
    pages: v.number(),
    isReviewedByPatient: v.boolean(),
    /** This field and the following ones are not in the specification. Left out: one document with this number of pages. */
    forms: v.optional(v.pipe(v.array(NoteForm), v.minLength(1))),
    /** The status of this version, if it needs to be shown; null: it is final. */
    state: orNull(v.picklist(['preliminary', 'amended', 'corrected', 'appended'])),
    replacesEarlier: v.optional(v.boolean(), false),
    /** When a later version replaced this one. */
    changedAt: orNull(Instant),
  }),
  v.transform((note) => ({ ...note, forms: note.forms ?? [documentOf(note.pages)] })),
);
export type MedicalNote = v.InferOutput<typeof MedicalNote>;

const PageNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000));
const ofPage = { patientId: PatientId, noteId: MedicalNoteId, pageNumber: PageNumber } as const;

/** The published notes, newest first. */
export const listMedicalNotes = declareCall({
  ...ofNotes,
  name: 'listMedicalNotes',
  path: '/api/patients/{patientId}/medicalnotes/published',
  answer: v.array(MedicalNote),
  audited: true,
});
export const countNewMedicalNotes = declareCall({
  ...ofNotes,
  name: 'countNewMedicalNotes',
  isBackground: true,
  isBadge: true,
  path: '/api/patients/{patientId}/medicalnotes/notReviewedCount',
  answer: v.number(),
  audited: false,
});
/** Marks a note as seen by the patient. A representative's request is accepted and changes nothing, so that it stays new. */
export const reviewMedicalNote = declareCall({
  ...changing,
  name: 'reviewMedicalNote',
  capability: 'MedicalNotes',
  section: 'MedicalNotes',
  access: ofNotes.access,
  method: 'POST',
  path: '/api/patients/{patientId}/medicalnotes/{noteId}/setasreviewed',
  params: { patientId: PatientId, noteId: MedicalNoteId },
  invalidates: ['listMedicalNotes', 'countNewMedicalNotes'],
});
/** One page as a file, for a frame, a picture or a window, with a download ticket; with `whole`, the file that contains the page. */
export const getMedicalNotePage = declareCall({
  ...ofNotes,
  ...givingFile,
  name: 'getMedicalNotePage',
  path: '/api/patients/{patientId}/medicalnotes/published/{noteId}/page/{pageNumber}/content',
  params: ofPage,
  query: { ...withTicket, whole: v.optional(v.picklist(['true'])) },
  offline: 'keep',
  audited: true,
  isRendered: true,
});
/** The text of a text page (beyond the specification), so that it can be enlarged and searched. */
export const getMedicalNoteText = declareCall({
  ...ofNotes,
  name: 'getMedicalNoteText',
  isOurs: true,
  path: '/api/patients/{patientId}/medicalnotes/published/{noteId}/page/{pageNumber}/text',
  params: ofPage,
  answer: v.object({
    kind: v.picklist(['text', 'html']),
    language: v.nullable(LanguageTag),
    /** Allow-listed HTML. */
    content: v.string(),
  }),
  audited: true,
});

export const medicalNotesViewed = declareAuditEvent({
  auditEventType: 'medicalnotesviewauditevent',
  section: 'MedicalNotes',
});
/** The opened note. The server takes its date and type from its own rows, whatever the page sends. */
export const medicalNoteViewed = declareAuditEvent({
  auditEventType: 'medicalnotesviewdetailauditevent',
  section: 'MedicalNotes',
  details: {
    ptMedicalNoteId: v.optional(MedicalNoteId),
    serviceDate: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40)))),
    documentType: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  },
});
