import { gzipSync } from 'node:zlib';
import { documentTypeName } from '../ccda/document/codes.ts';
import type { ReadDocument } from '../ccda/document/readDocument.ts';
import { entriesOf } from '../ccda/entries/entries.ts';
import { type DocumentHeader, treeVersion } from '../ccda/tree.ts';
import { momentOf } from '../fhir/dates.ts';
import type { Content, HealthDocumentRow, Mapping } from '../map/mapped.ts';
import { patientKeyOf } from './patient.ts';

const documentType = 'ClinicalDocument';

/** The name under which documents of its kind are counted. Words of the document are not repeated. */
function kindOf({ typeCode }: DocumentHeader): string {
  const named = documentTypeName(typeCode) ?? (/^\d{1,7}-\d$/.test(typeCode ?? '') ? `type ${typeCode ?? ''}` : null);
  return named === null ? documentType : `${documentType} (${named})`;
}

const firstDay = (date: string | null): string | null =>
  date === null ? null : date.length >= 10 ? date.slice(0, 10) : `${date}-01-01`.slice(0, 10);
const lastDay = (date: string | null): string | null => {
  if (date === null || date.length >= 10) return date?.slice(0, 10) ?? null;
  const [year = 0, month = 12] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};

/** The period that a document covers: its own, else that of its visit, else its date. */
function periodOf({ date, periodStart, periodEnd, visit }: DocumentHeader): {
  start: string | null;
  end: string | null;
} {
  const [from, to] =
    periodStart !== null || periodEnd !== null
      ? // An open period lasts until the date of the document.
        [periodStart, periodEnd ?? date]
      : visit !== null && visit.date !== null
        ? [visit.date, visit.end]
        : [date, date];
  const start = firstDay(from) ?? firstDay(to);
  const end = lastDay(to);
  return { start, end: start !== null && (end === null || end < start) ? lastDay(from) : end };
}

function documentContent(
  { tree, root }: ReadDocument,
  content: Buffer,
): Content & { healthDocument: HealthDocumentRow } {
  const { header } = tree;
  const moment = header.date === null ? null : momentOf(header.date);
  const { start, end } = periodOf(header);
  const { visit } = header;
  return {
    healthDocument: {
      title: header.title,
      typeCode: header.typeCode,
      typeName: header.typeName,
      language: header.language,
      documentDate: header.date,
      documentAt: moment?.at ?? null,
      documentPrecision: moment?.precision ?? null,
      periodStart: start,
      periodEnd: end,
      custodian: header.custodian?.organization ?? null,
      visit:
        visit === null || visit.date === null
          ? null
          : { date: visit.date, visitType: visit.visitType, provider: visit.provider },
      setKey: header.setKey,
      versionNumber: header.versionNumber,
      content,
      tree: gzipSync(JSON.stringify(tree)),
      treeVersion,
    },
    entries: entriesOf(root, header),
    links: header.replaces.map((targetId, position) => ({
      relation: 'replaces',
      position,
      targetType: documentType,
      targetId,
    })),
  };
}

/** For the row of the resource that brought it. Its own id is stored too, so that it is recognized if it also comes another way. */
export function attachedContent(read: ReadDocument, content: Buffer): Content {
  const own = documentContent(read, content);
  return { ...own, healthDocument: { ...own.healthDocument, documentKey: read.tree.header.id } };
}

/** A document as a row of the record, under its own id. */
export function documentRow(read: ReadDocument, content: Buffer): Extract<Mapping, { kind: 'row' }> {
  const { header } = read.tree;
  const lastUpdated = header.date === null ? null : (momentOf(header.date)?.at ?? null);
  return {
    kind: 'row',
    type: documentType,
    countedAs: kindOf(header),
    id: header.id,
    subject: { kind: 'key', key: patientKeyOf(header) },
    version: { versionId: header.versionNumber === null ? null : String(header.versionNumber), lastUpdated },
    status: null,
    isHidden: false,
    content: documentContent(read, content),
  };
}
