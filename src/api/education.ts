import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { declareCall } from './call.ts';
import { brandedId } from './ids.ts';
import { changing, givingFile, ofPatient, own } from './presets.ts';
import { CalendarDate, Instant, LanguageCode, orNull } from './values.ts';

export const ArticleId = brandedId('ArticleId');
export type ArticleId = v.InferOutput<typeof ArticleId>;

/** Specification 2, section 3. `title` is our addition: without one the list shows the category. */
export const EducationArticle = v.pipe(
  v.object({
    articleId: ArticleId,
    title: v.optional(v.string()),
    /** The type of the content; left out: HTML. */
    fileType: v.optional(v.picklist(['html', 'pdf'])),
    assignedDate: CalendarDate,
    categoryName: v.string(),
    categorySortOrder: v.number(),
    isArchived: v.boolean(),
    wasReadByPatient: orNull(Instant),
    /** The language of the article, its title and its category. */
    language: v.optional(LanguageCode),
  }),
  v.transform((article) => ({ ...article, title: article.title ?? article.categoryName })),
);
export type EducationArticle = v.InferOutput<typeof EducationArticle>;

const ofEducation = { ...ofPatient, access: own, capability: 'Education', section: 'Education' } as const;
export const listEducation = declareCall({
  ...ofEducation,
  name: 'listEducation',
  path: '/api/patients/{patientId}/education',
  query: { includeArchived: v.optional(v.picklist(['true', 'false'])) },
  answer: v.array(EducationArticle),
  audited: true,
});
export const countUnreadEducation = declareCall({
  ...ofEducation,
  name: 'countUnreadEducation',
  isBackground: true,
  isBadge: true,
  path: '/api/patients/{patientId}/education/UnreadCount',
  answer: v.number(),
  audited: false,
});
export const countArchivedEducation = declareCall({
  ...ofEducation,
  name: 'countArchivedEducation',
  isBackground: true,
  path: '/api/patients/{patientId}/education/ArchivedCount',
  answer: v.number(),
  audited: false,
});
/** Marks it as read by the patient. A representative's request is accepted and changes nothing: what the patient has not read stays new. */
export const markArticleRead = declareCall({
  ...changing,
  name: 'markArticleRead',
  capability: 'Education',
  section: 'Education',
  method: 'PUT',
  path: '/api/education/articles/{articleId}/read',
  params: { articleId: ArticleId },
  access: own,
  invalidates: ['listEducation', 'countUnreadEducation'],
});
/** The article itself, opened in a window or a frame with a download ticket. */
export const getArticleContent = declareCall({
  ...ofEducation,
  ...givingFile,
  name: 'getArticleContent',
  path: '/api/education/articles/{articleId}/content',
  params: { articleId: ArticleId },
  offline: 'keep',
  audited: true,
});

export const educationViewed = declareAuditEvent({ auditEventType: 'educationviewauditevent', section: 'Education' });
