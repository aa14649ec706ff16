import {
  type ArticleId,
  type EducationArticle,
  Instant,
  type PatientId,
  countUnreadEducation,
  listEducation,
  markArticleRead,
} from '@portal/api';
import * as v from 'valibot';
import { send } from '../../data/http.ts';
import { keyOf, invalidateAfter, queryClient } from '../../data/query/query.ts';
import { unreadAfter, withRead } from './articles.ts';

/** The two lists: with the archived articles, and without them. */
export const listInput = (patientId: PatientId, withArchived: boolean) => ({
  params: { patientId },
  query: withArchived ? { includeArchived: 'true' as const } : {},
});

/**
 * Marks an article read here and on the server (specification 2, section 4): at once in the lists and in the count. If the server could not
 * be told, both are loaded again.
 */
export function markRead(patientId: PatientId, article: EducationArticle): void {
  if (article.wasReadByPatient !== null) return;
  const { articleId } = article;
  readHere(patientId, articleId);
  queryClient.setQueryData<number>(keyOf(countUnreadEducation, { params: { patientId } }), (count) =>
    count === undefined ? count : unreadAfter(count, article),
  );
  send(markArticleRead, { params: { articleId } }).catch(() => invalidateAfter(markArticleRead));
}

function readHere(patientId: PatientId, articleId: ArticleId): void {
  const at = v.parse(Instant, new Date().toISOString());
  for (const withArchived of [false, true]) {
    queryClient.setQueryData<readonly EducationArticle[]>(
      keyOf(listEducation, listInput(patientId, withArchived)),
      (list) => (list === undefined ? list : withRead(list, articleId, at)),
    );
  }
}
