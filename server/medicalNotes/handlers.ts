import { LanguageCode, LanguageTag } from '@portal/api';
import * as v from 'valibot';
import { RawJson } from '../http/answerText.ts';
import { type Handlers, notFound, orNotFound } from '../http/handler.ts';
import { articleInHtml } from '../html/htmlAside.ts';
import { countFreshNotes, keepWhole, markNoteReviewed, noteOf, notePage, type NotePage, readNotes } from './notes.ts';
import { onePdfPage } from '../files/pdfPages.ts';
import { fileTypeOf } from '../testResults/details.ts';

/** HTML is stored sanitized; as a file it becomes a document with its own title. */
const fileOf = async ({ contentType, content, documentType, language }: NotePage): Promise<Uint8Array> =>
  contentType === 'text/html'
    ? articleInHtml(documentType, v.parse(v.fallback(LanguageCode, 'en'), language), content.toString())
    : content;

/** Medical notes (specification 3, sections 2, 3, 4 and 7). */
export const medicalNoteHandlers = {
  async listMedicalNotes({ db, params }) {
    return new RawJson(await readNotes(db, params.patientId));
  },

  async countNewMedicalNotes({ db, params }) {
    return countFreshNotes(db, params.patientId);
  },

  async reviewMedicalNote({ db, actor, params }) {
    if ((await noteOf(db, params)) === null) throw notFound();
    // Somebody who reads for the patient does not change what counts as read by the patient.
    if (params.patientId === actor.patientId) await markNoteReviewed(db, params);
    return null;
  },

  async getMedicalNotePage({ db, params, query }) {
    const page = orNotFound(await notePage(db, params));
    const isPart = page.contentType === 'application/pdf' && page.pageCount > 1 && query.whole !== 'true';
    const part = isPart ? await onePdfPage(page.content, params.pageNumber - page.firstPage) : page.content;
    // A document that cannot be split is given whole, and the list says so from now on.
    if (part === null) await keepWhole(db, page.documentId);
    return {
      bytes: part === null || part === 'busy' || !isPart ? await fileOf(page) : part,
      fileType: fileTypeOf[page.contentType],
      fileName: `note-${String(params.noteId)}-${String(params.pageNumber)}`,
      goesTo: 'window',
      inFrame: true,
    };
  },

  async getMedicalNoteText({ db, params }) {
    const page = await notePage(db, params);
    if (page === null || (page.contentType !== 'text/plain' && page.contentType !== 'text/html')) throw notFound();
    return {
      kind: page.contentType === 'text/html' ? 'html' : 'text',
      language: v.parse(v.fallback(v.nullable(LanguageTag), null), page.language),
      content: page.content.toString(),
    };
  },
} satisfies Partial<Handlers>;
