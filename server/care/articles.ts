import { ArticleId, type CalendarDate, type FacilityId, type LanguageCode, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { safeArticleHtml } from '../html/articleHtml.ts';

export interface NewArticle {
  readonly title: string;
  readonly category: string;
  /** Sort position of the category among those of the same day. */
  readonly categorySortOrder: number;
  readonly language: LanguageCode;
  readonly fileType: 'html' | 'pdf';
  readonly content: Buffer;
}

const save = statement(
  'care.saveArticle',
  `insert into education_articles (facility_id, title, category_name, category_sort_order, language, file_type, content) values ($facilityId, $title,
     $categoryName, $categorySortOrder, $language, $fileType, $content)
   on conflict (facility_id, title) do update set category_name = excluded.category_name, category_sort_order = excluded.category_sort_order, language = excluded.language,
     file_type = excluded.file_type, content = excluded.content, object_id = null
   returning id, xmax = 0 as "isNew"`,
  v.object({ id: v.number(), isNew: v.boolean() }),
);
const assign = statement(
  'care.assignArticle',
  `insert into assigned_articles (article_id, patient_id, assigned_on)
   select $articleId, p.id, coalesce($on::date, today_in(f.time_zone)) from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId
   on conflict (patient_id, article_id) do nothing returning id`,
  v.object({ id: ArticleId }),
);

/** Adds a facility's article or updates the one with the same title. HTML is sanitized before it is stored. */
export async function saveArticle(
  tx: Db,
  facilityId: FacilityId,
  one: NewArticle,
): Promise<{ id: number; isNew: boolean }> {
  const content = one.fileType === 'html' ? Buffer.from(safeArticleHtml(one.content.toString('utf8'))) : one.content;
  return tx.one(save, { ...one, facilityId, categoryName: one.category, content });
}

/** Assigns an article to a patient; null if they have it already. `on` null means today at their facility. */
export async function assignArticle(
  tx: Db,
  patientId: PatientId,
  articleId: number,
  on: CalendarDate | null,
): Promise<ArticleId | null> {
  return (await tx.maybe(assign, { patientId, articleId, on }))?.id ?? null;
}
