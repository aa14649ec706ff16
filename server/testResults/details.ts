import {
  type LabDocument,
  LabDocumentId,
  type LabResultDetails,
  type LabResultId,
  LanguageCode,
  type PatientId,
  type UserId,
} from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { type IndexedGroup, type IndexedResult, readLabIndex, readLabScope, resourcesOf } from './labIndex.ts';
import { type LabDetail, type LabValue, detailsIn, readLabValues } from './labResults.ts';
import { fileSize } from '../files/storedFile.ts';
import { readClosed } from './closed.ts';
import { type History, readEarlier } from './earlier.ts';
import { nextVisit, type Openings, readOpenings } from './opening.ts';
import { correctedOn, detailOf, headOf, statusOf } from './view.ts';

const found = statement(
  'labResults.explanations',
  `select e.code, e.language, e.title, e.content from patients p join facilities f on f.id = p.home_facility_id
     join facility_explanations e on e.facility_id = f.id
   where p.id = $patientId and e.language in (coalesce($language, f.default_language), f.default_language, 'en')
     and (e.code = any($codes::text[]) or exists (
       select from lab_reports r cross join jsonb_array_elements(r.codings) coding where r.resource_id = any($resourceIds::bigint[]) and coding ->> 'code' = e.code))
   order by e.language = $language desc, e.language = f.default_language desc, e.title`,
  v.object({ code: v.string(), language: LanguageCode, title: v.string(), content: v.string() }),
);

/** The facility's explanations of these tests, each once, in the reader's language or else in the facility's. */
async function explanationsOf(
  db: Db,
  patientId: PatientId,
  resourceIds: readonly number[],
  codes: readonly string[],
  language: LanguageCode | null,
): Promise<{ title: string; text: string; language: LanguageCode }[]> {
  const rows = await db.many(found, { patientId, resourceIds, codes: [...new Set(codes)], language });
  const firstOf = new Map<string, (typeof rows)[number]>();
  for (const row of rows) if (!firstOf.has(row.code)) firstOf.set(row.code, row);
  const texts = new Map([...firstOf.values()].map((row) => [row.content, row]));
  return [...texts.values()].map(({ title, content, language: inLanguage }) => ({
    title,
    text: content,
    language: inLanguage,
  }));
}

const documents = statement(
  'labResults.documents',
  `select id, title, content_type as "contentType", pages, ${fileSize('d')} as bytes from record_documents d
   where resource_id = any($resourceIds::bigint[]) order by resource_id, position`,
  v.object({
    id: LabDocumentId,
    title: v.nullable(v.string()),
    contentType: v.string(),
    pages: v.number(),
    bytes: v.number(),
  }),
);
export const fileTypeOf = {
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'text/html': 'html',
  'image/jpeg': 'jpg',
  'image/png': 'png',
} as const satisfies Readonly<Record<string, LabDocument['fileType']>>;
const isKnownType = (type: string): type is keyof typeof fileTypeOf => Object.hasOwn(fileTypeOf, type);

/** A patient's results with what the reader has chosen about each. */
export interface Reading extends Openings {
  readonly results: readonly IndexedResult[];
}
/** All results, or at least the named ones; others may be included. */
export async function readFor(
  db: Db,
  userId: UserId,
  patientId: PatientId,
  labResultIds: readonly LabResultId[] | 'all',
): Promise<Reading> {
  const { results } =
    labResultIds === 'all' ? await readLabIndex(db, patientId) : await readLabScope(db, patientId, { labResultIds });
  return { results, ...(await readOpenings(db, userId, patientId)) };
}

/** A group whose report has only words and no values. */
const wordsAlone = ({ report }: IndexedGroup, details: readonly LabDetail[]): boolean =>
  details.length === 0 && report.conclusion !== null;

function groupOf(
  group: IndexedGroup,
  valuesOf: ReadonlyMap<number, LabValue[]>,
  histories: ReadonlyMap<number, History>,
) {
  const { report, parts } = group;
  const details = detailsIn(parts, valuesOf);
  return {
    testResultGroupId: report.id,
    groupDisplayName: report.name,
    externalStatus: statusOf(parts),
    correctedOn: correctedOn(parts),
    testResultDetails: wordsAlone(group, details)
      ? [
          {
            testResultDetailId: report.id,
            testDisplayName: report.name,
            testValue: report.status === 'cancelled' ? null : report.conclusion,
            valueKind: 'text' as const,
            unitOfMeasure: null,
            referencesRange: null,
            abnormalFlag: null,
            comment: null,
            externalStatus: report.status,
          },
        ]
      : details.map((detail) => ({ ...detailOf(detail), ...histories.get(detail.id) })),
  };
}

/** The reports' own words, if they stand next to values. */
function noteOf(result: IndexedResult, valuesOf: ReadonlyMap<number, LabValue[]>): string | null {
  const said = result.groups.flatMap((group) =>
    group.report.conclusion === null || wordsAlone(group, detailsIn(group.parts, valuesOf))
      ? []
      : [group.report.conclusion],
  );
  return said.length === 0 ? null : said.join('\n\n');
}

/** One result as its reader may see it; null if there is none. A closed result comes without any of its content, but with what everybody may know of such tests. */
export async function readDetails(
  db: Db,
  reading: Reading,
  about: {
    readonly patientId: PatientId;
    readonly labResultId: LabResultId;
    readonly language: LanguageCode | null;
    readonly withHistory: boolean;
  },
): Promise<v.InferInput<typeof LabResultDetails> | null> {
  const result = reading.results.find(({ labResultId }) => labResultId === about.labResultId);
  if (result === undefined) return null;
  const opening = reading.openingOf(result);
  const head = headOf(result, opening);
  const resourceIds = resourcesOf(result);
  if (opening.opening !== 'open')
    return {
      ...head,
      noteToPatient: null,
      comment: null,
      testResultGroups: result.groups.map(({ report }) => ({
        testResultGroupId: report.id,
        groupDisplayName: report.name,
        testResultDetails: [],
      })),
      nextVisit: opening.opening === 'ask' ? await nextVisit(db, about.patientId) : null,
      // By the codes of its reports, whose names are shown too: those of its values would say which there are.
      explanations: await explanationsOf(db, about.patientId, resourceIds, [], about.language),
    };
  const valuesOf = await readLabValues(db, resourceIds);
  const all = [...valuesOf.values()].flat();
  const before = result.groups.map(({ report }) => report.effectiveAt).find((at) => at !== null) ?? null;
  const histories =
    before === null || !about.withHistory
      ? new Map<number, History>()
      : await readEarlier(db, about.patientId, all, before, [
          ...(await readClosed(db, about.patientId, reading)),
          ...resourceIds,
        ]);
  const codes = all.flatMap(({ codings }) => codings.map(({ code }) => code));
  return {
    ...head,
    noteToPatient: noteOf(result, valuesOf),
    comment: null,
    testResultGroups: result.groups.map((group) => groupOf(group, valuesOf, histories)),
    documents: (await db.many(documents, { resourceIds })).flatMap(({ id, contentType, ...one }) =>
      isKnownType(contentType) ? [{ documentId: id, fileType: fileTypeOf[contentType], ...one }] : [],
    ),
    explanations: await explanationsOf(db, about.patientId, resourceIds, codes, about.language),
  };
}
