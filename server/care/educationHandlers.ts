import { type ArticleId, LanguageCode, PatientId } from '@portal/api';
import * as v from 'valibot';
import { requireActsFor } from '../http/actsFor.ts';
import { RawJson } from '../http/answerText.ts';
import { type Actor, type Handlers, orNotFound } from '../http/handler.ts';
import { articleInHtml } from '../html/htmlAside.ts';
import { type Db, statement } from '../db/pool.ts';
import { fileTable } from '../files/fileTables.ts';
import { fileColumns, fileEntries, withBytes } from '../files/storedFile.ts';
import { readArticles } from './readArticles.ts';

fileTable('education_articles', { where: "file_type = 'pdf'" });

const Count = v.object({ count: v.number() });
const unread = statement(
  'education.unread',
  'select count(*) from assigned_articles where patient_id = $patientId and read_at is null and archived_at is null',
  Count,
);
const archived = statement(
  'education.archived',
  'select count(*) from assigned_articles where patient_id = $patientId and archived_at is not null',
  Count,
);
const owner = statement(
  'education.owner',
  'select patient_id as "patientId" from assigned_articles where id = $articleId',
  v.object({ patientId: PatientId }),
);
/** Only the first time is stored. */
const markRead = statement(
  'education.read',
  'update assigned_articles set read_at = now() where id = $articleId and read_at is null',
);
const content = statement(
  'education.content',
  `select a.title, a.language, a.file_type as "fileType", ${fileColumns('a')} from assigned_articles g join education_articles a on a.id = g.article_id where g.id = $articleId`,
  v.object({
    title: v.string(),
    language: v.fallback(LanguageCode, 'en'),
    fileType: v.picklist(['html', 'pdf']),
    ...fileEntries,
  }),
);

/** The patient who has the article, if the actor may read articles for them. */
async function ownerOf(db: Db, actor: Actor, articleId: ArticleId): Promise<PatientId> {
  const found = orNotFound(await db.maybe(owner, { articleId }));
  await requireActsFor(db, actor, found.patientId, { section: 'Education', right: 'read' });
  return found.patientId;
}

/** Articles assigned to a patient (specification 2, sections 2, 3, 4 and 7). Each id is for one article and one patient. */
export const educationHandlers = {
  async listEducation({ db, params, query }) {
    return new RawJson(await readArticles(db, params.patientId, query.includeArchived === 'true'));
  },

  async countUnreadEducation({ db, params }) {
    return (await db.one(unread, { patientId: params.patientId })).count;
  },

  async countArchivedEducation({ db, params }) {
    return (await db.one(archived, { patientId: params.patientId })).count;
  },

  async markArticleRead({ db, actor, params }) {
    // Somebody who reads for the patient does not change what counts as read by the patient.
    if ((await ownerOf(db, actor, params.articleId)) === actor.patientId)
      await db.run(markRead, { articleId: params.articleId });
    return null;
  },

  async getArticleContent({ db, actor, params, isAbout }) {
    isAbout(await ownerOf(db, actor, params.articleId));
    const article = await withBytes(db, await db.one(content, { articleId: params.articleId }));
    const bytes =
      article.fileType === 'html'
        ? await articleInHtml(article.title, article.language, article.content.toString('utf8'))
        : article.content;
    return {
      bytes,
      fileType: article.fileType,
      fileName: `article-${String(params.articleId)}`,
      goesTo: 'window',
      inFrame: true,
    };
  },
} satisfies Partial<Handlers>;
