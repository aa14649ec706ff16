import type { ArticleId, EducationArticle } from '@portal/api';
import { memo, type ReactNode, type RefObject, useMemo } from 'react';
import { type GroupDrawing, ProgressiveGroups } from '../../records/list/ProgressiveGroups.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { row, rowMain, rowSub, rowTitle, rows } from '../../ui/Row.css.ts';
import { formatDate, langOf, useWords, type Words } from '../../words/index.ts';
import { byDay, type DayOfArticles, isNew } from './articles.ts';
import { article as articleClass, day as dayClass, dayTitle, stretch } from './Education.css.ts';
import { paneList } from '../../records/panes/panes.css.ts';

/** The estimated height of a day's heading and of an article, in rem, until the browser has drawn them. */
const dayHeight = 2.75;
const articleHeight = 4.25;

/** All articles by the day on which they were given. */
export const ArticleList = memo(function ArticleList({
  articles,
  place,
  selected,
  hintId,
  onOpen,
}: {
  articles: readonly EducationArticle[];
  /** The visible part of the list; null: this list is not visible. */
  place: RefObject<HTMLElement | null> | null;
  selected: ArticleId | null;
  hintId: string;
  onOpen: (article: EducationArticle) => void;
}): ReactNode {
  const words = useWords();
  const days = useMemo(() => byDay(articles), [articles]);
  const drawing = useMemo(
    (): GroupDrawing<DayOfArticles, ArticleId> => ({
      sizeOf: ({ articles: some }) => some.length,
      hasMark: ({ articles: some }, id) => some.some(({ articleId }) => articleId === id),
      leastInStretch: 12,
      stretchClassName: stretch,
      heightOf: ({ groups, items }) => `${groups.length * dayHeight + items * articleHeight}rem`,
      draw: (day, shown, current) => (
        <Day key={day.date} words={words} day={day} count={shown} selected={current} hintId={hintId} onOpen={onOpen} />
      ),
    }),
    [words, hintId, onOpen],
  );
  return (
    <section ref={place} tabIndex={-1} aria-label={words.t('education.list')} hidden={place === null}>
      <Card flush className={paneList}>
        <ProgressiveGroups groups={days} drawing={drawing} mark={selected} />
      </Card>
    </section>
  );
});

interface DayProps {
  /** A property and not a hook: thousands of components that subscribe to the language are slow to mount and unmount. */
  readonly words: Words;
  readonly day: DayOfArticles;
  /** How many of its articles are shown yet. */
  readonly count: number;
  readonly selected: ArticleId | null;
  readonly hintId: string;
  readonly onOpen: (article: EducationArticle) => void;
}

const Day = memo(function Day({ words, day, count, selected, hintId, onOpen }: DayProps): ReactNode {
  const { t, locale } = words;
  const id = `assigned-${day.date}`;
  return (
    <section className={dayClass} aria-labelledby={id}>
      <h2 className={dayTitle} id={id}>
        {t('education.assigned', { date: formatDate(locale, day.date, 'medium') })}
      </h2>
      <ul className={rows}>
        {day.articles.slice(0, count).map((article) => (
          <Article
            key={article.articleId}
            words={words}
            article={article}
            isCurrent={article.articleId === selected}
            hintId={hintId}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </section>
  );
});

const Article = memo(function Article({
  words: { t },
  article,
  isCurrent,
  hintId,
  onOpen,
}: { article: EducationArticle; isCurrent: boolean } & Pick<DayProps, 'words' | 'hintId' | 'onOpen'>): ReactNode {
  const isFresh = isNew(article);
  return (
    <li>
      <button
        type="button"
        className={classes(row, articleClass)}
        aria-current={isCurrent || undefined}
        aria-describedby={hintId}
        data-new={isFresh || undefined}
        data-archived={article.isArchived || undefined}
        onClick={() => onOpen(article)}
      >
        <span className={rowMain} lang={langOf(article.language)}>
          <span className={rowTitle}>{article.title}</span>
          <span className={rowSub}>{article.categoryName}</span>
        </span>
        {isFresh ? <Badge kind="new">{t('records.change_new')}</Badge> : null}
        {article.isArchived ? <Badge>{t('education.archived')}</Badge> : null}
      </button>
    </li>
  );
});
