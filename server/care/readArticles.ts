import type { PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

/** The JSON of the answer: the latest day first, then by category. `$includeArchived` adds the archived articles. */
const listed = statement(
  'education.list',
  `select coalesce(json_agg(one), '[]')::text as json from (
     select g.id as "articleId", a.title, a.file_type as "fileType", g.assigned_on as "assignedDate", a.category_name as "categoryName", a.category_sort_order as "categorySortOrder",
       g.archived_at is not null as "isArchived", to_char(g.read_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "wasReadByPatient", a.language
     from assigned_articles g join education_articles a on a.id = g.article_id
     where g.patient_id = $patientId and (g.archived_at is null or $includeArchived)
     order by g.assigned_on desc, a.category_sort_order, lower(a.category_name), lower(a.title), g.id
   ) one`,
  v.object({ json: v.string() }),
);
export const readArticles = async (db: Db, patientId: PatientId, includeArchived: boolean): Promise<string> =>
  (await db.one(listed, { patientId, includeArchived })).json;
