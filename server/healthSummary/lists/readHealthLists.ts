import {
  type CcdaId,
  type EntrySource,
  type HealthList,
  type HealthListKey,
  type HealthLists,
  healthListKeys,
  type IfSystemId,
  type LanguageCode,
  LanguageTag,
  type PatientId,
} from '@portal/api';
import * as v from 'valibot';
import type { Db } from '../../db/pool.ts';
import { sourcesOf } from '../../facilities/sources.ts';
import { takenOn } from '../../testResults/view.ts';
import { fold, type FoldedEntry, type SourcedEntry } from './fold.ts';
import { differ, ordered } from './order.ts';
import {
  type PlaceRow,
  documentsOf,
  entriesOfDocuments,
  entriesOfResources,
  homeName,
  placesInDocuments,
} from './rows.ts';
import { sectionWordsStored } from '../../record/ccda/html/inWorker.ts';
import type { SectionPlace, SectionWords } from '../../record/ccda/html/sectionWords.ts';
import { storedTree } from '../storedTree.ts';

/** The words of sections of a document as allow-listed HTML; null for what is not there. `busy`: too many are being read just now. */
async function narrativesOf(
  db: Db,
  {
    patientId,
    ccdaId,
    language,
  }: { readonly patientId: PatientId; readonly ccdaId: CcdaId; readonly language: LanguageCode },
  places: readonly SectionPlace[],
): Promise<SectionWords | 'busy'> {
  const stored = await storedTree(db, ccdaId, patientId);
  if (stored === null) return { language: null, html: places.map(() => null) };
  const words = await sectionWordsStored(stored, places, language);
  if (words === null) throw new Error('the words of a health summary are not read within their bounds');
  return words;
}

interface Reader {
  readonly patientId: PatientId;
  /** Of what we add to narratives. */
  readonly language: LanguageCode;
}
interface Source {
  readonly source: EntrySource;
  readonly clinic: string;
  readonly sourceAt: string | null;
}
type Narrative = HealthList['narratives'][number];

/** The sources of an entry, each once: of one clinic several resources may tell the same on the same day. */
function sourcesIn({ all }: FoldedEntry): EntrySource[] {
  const sources = new Map<string, EntrySource>();
  for (const { source } of all) {
    const key = JSON.stringify([source.name, source.date, source.document?.ccdaId ?? null]);
    if (!sources.has(key)) sources.set(key, source);
  }
  return [...sources.values()];
}

/** The words of sections without coded entries, document by document so that others get their turn between them. */
async function readNarratives(
  db: Db,
  { patientId, language }: Reader,
  rows: readonly PlaceRow[],
  sources: ReadonlyMap<number, Source>,
): Promise<{ readonly listKey: HealthListKey; readonly narrative: Narrative; readonly at: string }[] | 'busy'> {
  const byDocument = new Map<CcdaId, PlaceRow[]>();
  for (const row of rows) {
    const ccdaId = sources.get(row.resourceId)?.source.document?.ccdaId;
    if (ccdaId !== undefined) byDocument.set(ccdaId, [...(byDocument.get(ccdaId) ?? []), row]);
  }
  const found = [];
  for (const [ccdaId, ofDocument] of byDocument) {
    const places = ofDocument.map(({ entry }) => entry.section);
    const words = await narrativesOf(db, { patientId, ccdaId, language }, places);
    if (words === 'busy') return 'busy';
    const tag = v.parse(v.fallback(v.nullable(LanguageTag), null), words.language);
    for (const [at, { resourceId, listKey, entry }] of ofDocument.entries()) {
      const html = words.html[at] ?? null;
      const of = sources.get(resourceId);
      if (html === null || of === undefined) continue;
      found.push({
        listKey,
        narrative: { title: entry.title, html, language: tag, source: of.source },
        at: of.sourceAt ?? '',
      });
    }
  }
  return found.toSorted((one, other) => other.at.localeCompare(one.at));
}

/** Names a clinic: what came inside of its documents and what came beside them is from one. */
const clinicOf = (ifSystemId: IfSystemId): string => `system ${String(ifSystemId)}`;

/** Who tells the lists: documents by their id, and the name of whoever keeps the rest of the record. */
async function readSources(db: Db, patientId: PatientId) {
  const systems = await sourcesOf(db, patientId);
  const names = new Map(systems.map(({ ifSystemId, name }) => [ifSystemId, name]));
  const documents = await documentsOf(db, patientId, [...names.keys()]);
  const byDocument = new Map<number, Source>(
    documents.map((row) => {
      const { ccdaId, ifSystemId, title, effectiveAt } = row;
      const name = names.get(ifSystemId) ?? title;
      const source = { name, date: takenOn(row), document: { ifSystemId, ccdaId, title } };
      return [ccdaId, { source, clinic: clinicOf(ifSystemId), sourceAt: effectiveAt }];
    }),
  );
  return { ccdaIds: documents.map(({ ccdaId }) => ccdaId), byDocument, home: await homeName(db, patientId) };
}

async function readList(
  db: Db,
  of: { readonly patientId: PatientId; readonly listKey: HealthListKey },
  { ccdaIds, byDocument, home }: Awaited<ReturnType<typeof readSources>>,
): Promise<{ readonly entries: readonly FoldedEntry[]; readonly places: readonly PlaceRow[] }> {
  const told: SourcedEntry[] = [];
  for (const row of ccdaIds.length === 0 ? [] : await entriesOfDocuments(db, of, ccdaIds)) {
    const source = byDocument.get(row.resourceId);
    if (source !== undefined) told.push({ ...row, ...source });
  }
  const places = ccdaIds.length === 0 ? [] : await placesInDocuments(db, of, ccdaIds);
  for (const { id, resourceId, listKey, entry, source, ifSystemId, systemName } of await entriesOfResources(db, of))
    told.push({
      id,
      resourceId,
      listKey,
      entry,
      source: { name: systemName ?? home, date: entry.recorded, document: null },
      clinic: ifSystemId === null ? `source ${source}` : clinicOf(ifSystemId),
      sourceAt: entry.recorded,
    });
  return { entries: ordered(fold(told)), places };
}

/** The entries of all lists, and the documents that they may be from, by the id of their resource. */
export async function readFoldedEntries(db: Db, patientId: PatientId) {
  const sources = await readSources(db, patientId);
  const entries: FoldedEntry[] = [];
  for (const listKey of healthListKeys) entries.push(...(await readList(db, { patientId, listKey }, sources)).entries);
  return { entries, documents: sources.byDocument };
}

/** All that documents and single resources tell of a patient, as lists; one after the other, so that others get their turn between them. `busy`: too many documents are being read just now. */
export async function readHealthLists(db: Db, reader: Reader): Promise<HealthLists | 'busy'> {
  const { patientId } = reader;
  const sources = await readSources(db, patientId);
  const found = [];
  for (const listKey of healthListKeys)
    found.push({ listKey, ...(await readList(db, { patientId, listKey }, sources)) });
  const narratives = await readNarratives(
    db,
    reader,
    found.flatMap(({ places }) => places),
    sources.byDocument,
  );
  if (narratives === 'busy') return 'busy';
  const lists = found.map(({ listKey: key, entries }): HealthList => {
    const words = narratives.filter(({ listKey }) => listKey === key).map(({ narrative }) => narrative);
    return {
      key,
      entries: entries.map((one) => ({
        ...one.entry,
        key: `e${String(one.all[0]?.id ?? 0)}`,
        sources: sourcesIn(one),
      })),
      narratives: words,
      differ: differ(entries),
      isSilent: entries.length === 0 && words.length === 0,
    };
  });
  const all = lists.flatMap((list) => [
    ...list.entries.flatMap((entry) => entry.sources),
    ...list.narratives.map(({ source }) => source),
  ]);
  return {
    documents: new Set(all.flatMap(({ document }) => document?.ccdaId ?? [])).size,
    clinics: new Set(all.map(({ name }) => name)).size,
    lists,
  };
}
