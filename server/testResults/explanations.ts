import { LanguageCode, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

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
export async function explanationsOf(
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
