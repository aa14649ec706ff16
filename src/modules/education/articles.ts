import type { ArticleId, CalendarDate, EducationArticle, Instant } from '@portal/api';
import type { WindowSize } from '../../ui/useWindowSize.ts';

/** Where an article is read: a window of its own, or beside the list. */
export type ArticleView = (typeof articleViews)[number];

export const articleViews = ['NewTab', 'InPage'] as const;
export const articleViewOf = (kept: string | undefined): ArticleView =>
  articleViews.find((view) => view === kept) ?? articleViews[0];

/** What else decides where an article opens. */
export interface Reader {
  readonly size: WindowSize;
  /** A reader with doubled text has no room for two panes in a wide window either. */
  readonly hasTwoPanes: boolean;
  readonly isIpad: boolean;
  /** The file has the origin of the page; a frame takes no other. */
  readonly isSameOrigin: boolean;
  /** The browser draws PDFs itself; otherwise a frame would download the file instead of showing it. */
  readonly drawsPdf: boolean;
}

/** Whether the reader can choose where articles open: on a desktop, but not on an iPad. */
export const canChooseView = ({ size, hasTwoPanes, isIpad, isSameOrigin }: Reader): boolean =>
  hasTwoPanes && isSameOrigin && !isIpad && (size === 'Medium' || size === 'Large');

/** Whether it opens in a new window: always on narrow screens, where the reader chose it, and for files that no frame can show. */
export const opensInWindow = (
  reader: Reader,
  view: ArticleView,
  fileType: EducationArticle['fileType'] = 'html',
): boolean => view === 'NewTab' || !canChooseView(reader) || (fileType === 'pdf' && !reader.drawsPdf);

/** An article is new if it was never read and is not archived. */
export const isNew = ({
  wasReadByPatient,
  isArchived,
}: Pick<EducationArticle, 'wasReadByPatient' | 'isArchived'>): boolean => wasReadByPatient === null && !isArchived;

const byText = new Intl.Collator(undefined, { sensitivity: 'base' });
const compareTexts = (one: string, other: string): number => (one === other ? 0 : byText.compare(one, other));

/** Latest day first, then the category's position and name (specification 2, section 2), then the title, for a stable order. */
export const inOrder = (one: EducationArticle, other: EducationArticle): number =>
  (one.assignedDate < other.assignedDate ? 1 : one.assignedDate > other.assignedDate ? -1 : 0) ||
  one.categorySortOrder - other.categorySortOrder ||
  compareTexts(one.categoryName, other.categoryName) ||
  compareTexts(one.title, other.title) ||
  one.articleId - other.articleId;

export interface DayOfArticles {
  readonly date: CalendarDate;
  readonly articles: readonly EducationArticle[];
}

/** Articles by the day on which they were given, all in order. */
export function byDay(articles: readonly EducationArticle[]): DayOfArticles[] {
  const days: { readonly date: CalendarDate; readonly articles: EducationArticle[] }[] = [];
  for (const article of articles.toSorted(inOrder)) {
    const last = days.at(-1);
    if (last?.date === article.assignedDate) last.articles.push(article);
    else days.push({ date: article.assignedDate, articles: [article] });
  }
  return days;
}

/** The list with one article marked read; the same list if nothing changes. The time of the first reading stays. */
export function withRead(
  articles: readonly EducationArticle[],
  articleId: ArticleId,
  at: Instant,
): readonly EducationArticle[] {
  const index = articles.findIndex((article) => article.articleId === articleId);
  const found = articles[index];
  return found === undefined || found.wasReadByPatient !== null
    ? articles
    : articles.with(index, { ...found, wasReadByPatient: at });
}

/** The number of unread articles after one was opened. */
export const unreadAfter = (count: number, opened: Pick<EducationArticle, 'wasReadByPatient' | 'isArchived'>): number =>
  isNew(opened) ? Math.max(0, count - 1) : count;
