import {
  CalendarDate,
  type HealthSummaryDocument,
  type HealthSummaryHead,
  type IfSystemId,
  type LanguageCode,
  LanguageTag,
  type PatientId,
  type SummaryHeader,
  type SummaryIdentifier,
  type UserId,
} from '@portal/api';
import * as v from 'valibot';
import { renderStored } from '../record/ccda/html/inWorker.ts';
import type { DocumentHeader, Party } from '../record/ccda/tree.ts';
import { makeSummary } from './write/makeSummary.ts';
import type { Db } from '../db/pool.ts';
import { type Openings, noOpenings, readOpenings } from '../testResults/opening.ts';
import { bytesOf, documentOf, documentsWithin, newestDocument } from './documents.ts';
import { dateIn, documentHead, ownHead, yearBefore } from './heads.ts';
import { summaryWords } from './write/words.ts';
import { holdsAnything } from './own.ts';
import { type Source, sourceOf } from '../facilities/sources.ts';
import { headerOf, storedTree } from './storedTree.ts';

export interface Summary {
  readonly head: HealthSummaryHead;
  readonly source: Source;
  readonly header: DocumentHeader;
  /** As `health_documents.tree` has it. */
  readonly tree: Uint8Array;
  /** The document itself: as it was received, or as it was made now. */
  readonly xml: () => Promise<Buffer>;
  /** What its reader waits with: what is made of the record again leaves it out too. */
  readonly openings: Openings;
}

interface Asked {
  readonly patientId: PatientId;
  readonly ifSystemId: IfSystemId;
}

/** The most recent summary of a source: its newest document, or the facility's own of the last year; null where there is none. */
export async function mostRecent(
  db: Db,
  { patientId, ifSystemId }: Asked,
  language: LanguageCode,
): Promise<HealthSummaryHead | null> {
  const source = await sourceOf(db, patientId, ifSystemId);
  if (source === null) return null;
  if (!source.isOwn) {
    const row = await newestDocument(db, { patientId, ifSystemId });
    return row === null ? null : documentHead(source, row);
  }
  const range = { startDate: v.parse(CalendarDate, yearBefore(source.today)), endDate: source.today };
  return (await holdsAnything(db, { patientId, timeZone: source.timeZone, ...range }))
    ? ownHead(source, range, summaryWords[language].title)
    : null;
}

/** The summaries of a source for a range, newest first; null where the patient has no such source. */
export async function summariesWithin(
  db: Db,
  { patientId, ifSystemId }: Asked,
  range: { readonly startDate: CalendarDate; readonly endDate: CalendarDate },
  language: LanguageCode,
): Promise<HealthSummaryHead[] | null> {
  const source = await sourceOf(db, patientId, ifSystemId);
  if (source === null) return null;
  const { timeZone } = source;
  if (!source.isOwn)
    return (await documentsWithin(db, { patientId, ifSystemId, timeZone, ...range })).map((row) =>
      documentHead(source, row),
    );
  return (await holdsAnything(db, { patientId, timeZone, ...range }))
    ? [ownHead(source, range, summaryWords[language].title)]
    : [];
}

/**
 * One summary: the received document, or one that is made now in `language`, without the results that are closed to its reader (`userId`). Null: there is
 * none. `busy`: too many are being made just now.
 */
export async function readSummary(
  db: Db,
  { patientId, ifSystemId, userId }: Asked & { readonly userId: UserId },
  identifier: SummaryIdentifier,
  language: LanguageCode,
): Promise<Summary | 'busy' | null> {
  const source = await sourceOf(db, patientId, ifSystemId);
  if (source === null || source.isOwn === 'ccdaId' in identifier) return null;
  if ('ccdaId' in identifier) {
    const key = { patientId, ifSystemId, ccdaId: identifier.ccdaId };
    const row = await documentOf(db, key);
    const tree = row === null ? null : await storedTree(db, identifier.ccdaId, patientId);
    if (row === null || tree === null) return null;
    const head = documentHead(source, row);
    return { head, source, tree, header: await headerOf(tree), xml: () => bytesOf(db, key), openings: noOpenings };
  }
  if (!(await holdsAnything(db, { patientId, timeZone: source.timeZone, ...identifier }))) return null;
  const openings = await readOpenings(db, userId, patientId);
  const made = await makeSummary(db, { patientId, ...identifier, language, now: new Date(), openings });
  if (made === 'busy') return 'busy';
  if (made === null) throw new Error('a health summary is not made within its bounds');
  const { header, tree, xml } = made;
  return {
    head: ownHead(source, identifier, header.title),
    source,
    header,
    tree,
    xml: () => Promise.resolve(Buffer.from(xml)),
    openings,
  };
}

const words = (...parts: readonly (string | null)[]): string[] => {
  const said = [...new Set(parts.filter((part): part is string => part !== null && part !== ''))];
  return said.length === 0 ? [] : [said.join(', ')];
};
const author = ({ name, organization }: Party): string[] => words(name, organization);
const carer = ({ name, role, organization }: Party): string[] =>
  name === null ? words(organization, role) : words(name, role);

function shownHeader({ patient, authors, custodian, careTeam, periodStart, periodEnd }: DocumentHeader): SummaryHeader {
  return {
    patientName: patient.name,
    birthDate: dateIn(patient.birthDate),
    authors: authors.flatMap(author),
    custodian: custodian?.organization ?? custodian?.name ?? null,
    careTeam: careTeam.flatMap(carer),
    periodStart: dateIn(periodStart),
    periodEnd: dateIn(periodEnd),
  };
}

/** A summary as pages show it, with what is added to its words in `language`. `busy`: too many are being rendered just now. Null: it does not end. */
export async function summaryPage(
  { head, header, tree }: Summary,
  language: LanguageCode,
): Promise<HealthSummaryDocument | 'busy' | null> {
  const rendered = await renderStored(tree, language);
  if (rendered === null || rendered === 'busy') return rendered;
  return {
    head,
    language: v.parse(v.fallback(v.nullable(LanguageTag), null), header.language),
    header: shownHeader(header),
    sections: [...rendered.sections],
    html: rendered.html,
  };
}
