import type { CcdaId, FileAnswer, LanguageCode, PatientId, PrintSize, SummaryForm } from '@portal/api';
import { singleFileStored } from '../record/ccda/html/inWorker.ts';
import { makeInternationalSummary, makeSummaryPdf } from './write/makeSummary.ts';
import type { Db } from '../db/pool.ts';
import { treeOf } from '../record/documents/treeOf.ts';
import type { Summary } from './summary.ts';

/** Neutral: the file stays on a device that others use. */
export const summaryFileName = ({ source }: Summary): string => `HealthSummary_${source.today.replaceAll('-', '')}`;

/** A summary as a file to keep. `busy`: too many are being rendered just now. Null: it does not end, or there is no such form of it. */
export async function summaryFile(
  db: Db,
  patientId: PatientId,
  summary: Summary,
  { form, language, print }: { form: SummaryForm; language: LanguageCode; print: PrintSize },
): Promise<Pick<FileAnswer, 'bytes' | 'fileType' | 'fileName'> | 'busy' | null> {
  const fileName = summaryFileName(summary);
  switch (form) {
    case 'xml':
      return { bytes: await summary.xml(), fileType: 'xml', fileName };
    case 'html': {
      const rendered = await singleFileStored(summary.tree, language);
      if (rendered === null || rendered === 'busy') return rendered;
      return { bytes: Buffer.from(rendered.file), fileType: 'html', fileName };
    }
    case 'fhir':
    case 'pdf': {
      const { identifier } = summary.head;
      if ('ccdaId' in identifier) return null;
      const { openings } = summary;
      const scope = { patientId, ...identifier, language, now: new Date(), openings };
      if (form === 'pdf') {
        const bytes = await makeSummaryPdf(db, scope, print);
        return bytes === 'busy' ? bytes : { bytes, fileType: 'pdf', fileName };
      }
      const made = await makeInternationalSummary(db, scope);
      if (made === null || made === 'busy') return made;
      return { bytes: Buffer.from(made.bundle), fileType: 'json', fileName };
    }
  }
}

/** The PDF that a document is; null where it is something else. */
export async function summaryPdf(db: Db, patientId: PatientId, ccdaId: CcdaId): Promise<Buffer | null> {
  const body = (await treeOf(db, ccdaId, patientId))?.body;
  return body?.kind === 'pdf' ? Buffer.from(body.base64, 'base64') : null;
}
