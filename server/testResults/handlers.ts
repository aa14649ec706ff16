import {
  LabResultDetails,
  LabResultId,
  type LanguageCode,
  type PatientId,
  type PrintSize,
  type calls,
} from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { type Actor, type AnswerInput, type Handlers, notFound, orNotFound } from '../http/handler.ts';
import { articleInHtml } from '../html/htmlAside.ts';
import { type Db, statement } from '../db/pool.ts';
import { fileColumns, fileEntries, withBytes } from '../files/storedFile.ts';
import { countFresh } from './closed.ts';
import { fileTypeOf, readDetails, readFor } from './details.ts';
import { keepChoice } from './opening.ts';
import { labPdf } from './pdf.ts';
import { readTests } from './labTests.ts';
import { listed } from './view.ts';
import { readLabScope, resourcesOf } from './labIndex.ts';
import { readLabFlags } from './labResults.ts';

const markReviewed = statement(
  'labResults.markReviewed',
  'update record_resources set reviewed_at = now() where id = any($resourceIds::bigint[]) and patient_id = $patientId and reviewed_at is null',
);
const document = statement(
  'labResults.document',
  `select coalesce(d.title, '') as title, d.content_type as "contentType", ${fileColumns('d')} from record_documents d join record_resources r on r.id = d.resource_id
   where d.id = $documentId and d.resource_id = any($resourceIds::bigint[]) and not r.is_hidden`,
  v.object({
    title: v.string(),
    contentType: v.picklist(['application/pdf', 'text/plain', 'text/html', 'image/jpeg', 'image/png']),
    ...fileEntries,
  }),
);

/** The results that are open to the reader, as a PDF. Refuses if there are none. */
async function pdfOf(
  db: Db,
  actor: Actor,
  patientId: PatientId,
  ids: readonly LabResultId[],
  { language = null, print = 'normal' }: { language?: LanguageCode | null | undefined; print?: PrintSize | undefined },
  goesTo: 'window' | 'disk' = 'window',
): Promise<AnswerInput<typeof calls.openLabResultPdf>> {
  const reading = await readFor(db, actor.userId, patientId, ids);
  const found = [];
  for (const labResultId of ids) {
    const details = await readDetails(db, reading, { patientId, labResultId, language, withHistory: false });
    if (details !== null && details.opening === 'open') found.push(v.parse(LabResultDetails, details));
  }
  if (found.length === 0) throw notFound();
  return {
    bytes: await labPdf(db, patientId, found, language, print),
    fileType: 'pdf',
    fileName: 'TestResults',
    goesTo,
  };
}

/** Test results of a patient (specification 3, sections 3, 4 and 7). */
export const labResultHandlers = {
  async listLabResults({ db, actor, params: { patientId } }) {
    const { results, openingOf } = await readFor(db, actor.userId, patientId, 'all');
    const flagsOf = await readLabFlags(db, patientId);
    return results.map((one) => listed(one, openingOf(one), flagsOf)).reverse();
  },

  async listLabTests({ db, actor, params: { patientId } }) {
    return readTests(db, await readFor(db, actor.userId, patientId, 'all'));
  },

  async getLabResult({ db, actor, isAhead, params: { patientId, labResultId }, query: { language = null } }) {
    const reading = await readFor(db, actor.userId, patientId, [labResultId]);
    const details = orNotFound(await readDetails(db, reading, { patientId, labResultId, language, withHistory: true }));
    const isOwn = actor.patientId === patientId;
    if (details.opening !== 'open' || details.isReviewedByPatient || isAhead || !isOwn) return details;
    const opened = reading.results.find((one) => one.labResultId === labResultId);
    if (opened !== undefined) await db.run(markReviewed, { patientId, resourceIds: resourcesOf(opened) });
    return { ...details, isReviewedByPatient: true };
  },

  async countNotReviewedLabResults({ db, params: { patientId } }) {
    return countFresh(db, patientId);
  },

  async chooseLabResultOpening({ tx, actor, params: { patientId, labResultId }, body: { choice } }) {
    await tx(async (within) => {
      const { results } = await readLabScope(within, patientId, { labResultIds: [labResultId] });
      if (!results.some((one) => one.labResultId === labResultId)) throw notFound();
      await within.run(keepChoice, { userId: actor.userId, labResultId, choice });
    });
    return null;
  },

  async getLabResultPdf({ db, actor, params: { patientId, labResultId }, query }) {
    const file = await pdfOf(db, actor, patientId, [labResultId], query);
    // Written here, because the mount writes audit rows only for reads by GET.
    await audit(db, { type: 'read.getLabResultPdf', actor, patientId, detail: { labResultId } });
    return file;
  },

  async openLabResultPdf({ db, actor, params: { patientId, labResultId }, query }) {
    return pdfOf(db, actor, patientId, [labResultId], query);
  },

  async openLabResultsPdf({ db, actor, params: { patientId }, query: { ids, ...query } }) {
    const wanted = ids.split('.').map((id) => v.parse(LabResultId, Number(id)));
    return pdfOf(db, actor, patientId, [...new Set(wanted)], query, 'disk');
  },

  async getLabDocument({ db, actor, params: { patientId, labResultId, documentId } }) {
    const { results, openingOf } = await readFor(db, actor.userId, patientId, [labResultId]);
    const result = results.find((one) => one.labResultId === labResultId);
    if (result === undefined || openingOf(result).opening !== 'open') throw notFound();
    const found = orNotFound(await db.maybe(document, { documentId, resourceIds: resourcesOf(result) }));
    const fileType = fileTypeOf[found.contentType];
    const { content } = await withBytes(db, found);
    return {
      bytes: fileType === 'html' ? await articleInHtml(found.title, 'en', content.toString('utf8')) : content,
      fileType,
      fileName: `report-${String(documentId)}`,
      goesTo: 'window',
    };
  },
} satisfies Partial<Handlers>;
