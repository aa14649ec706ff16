import { type ArticleId, type EducationArticle, type PatientId, type UserId, countArchivedEducation, getArticleContent, getPreferences, listEducation, setPreference } from '@portal/api';
import { memo, type ReactNode, type RefObject, useCallback, useDeferredValue, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { afterPaint } from '../../data/afterPaint.ts';
import { useConnection } from '../../data/connection.ts';
import { openDownload, ticketUrl } from '../../data/download.ts';
import { failureOf, messageFor } from '../../data/errors.ts';
import { useCall, useSend } from '../../data/query.ts';
import { useFollowed } from '../../data/useFollowed.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CheckboxField, SelectField } from '../../ui/Field.tsx';
import { BookOpen, Share } from '../../ui/icons.ts';
import { PageHead } from '../../ui/Page.tsx';
import { row, rowMain, rowSub, rowTitle, rows } from '../../ui/Row.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { useGrowing, useLeaving } from '../../ui/useGrowing.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatDate, showMessage, useWords, type Words } from '../../words/index.ts';
import { Fetched, useFailureMessage } from '../facility/Fetched.tsx';
import { articleViewOf, type ArticleView, byDay, canChooseView, type DayOfArticles, firstOf, inStretches, isNew, opensInWindow, type Reader, type StretchOfDays, viewPreference } from './articles.ts';
import { article as articleClass, controls, day as dayClass, dayTitle, detailHead, frame, notice, paneDetail, paneList, panes, stretch as stretchClass } from './Education.css.ts';
import { listInput, markRead } from './reading.ts';
import { useReader } from './useReader.ts';

const leastInStretch = 12;
/** About how high a day's heading and an article are, in rem: until the browser has drawn them. */
const dayHeight = 2.75;
const articleHeight = 4.25;

/** What stands beside the list. */
type Shown =
  | { readonly kind: 'none' }
  | { readonly kind: 'inWindow'; readonly article: EducationArticle }
  | { readonly kind: 'waiting'; readonly article: EducationArticle }
  | { readonly kind: 'here'; readonly article: EducationArticle; readonly url: string };

/** What kept an article from opening. */
type Trouble =
  | { readonly kind: 'failed' | 'offline'; readonly article: EducationArticle }
  | { readonly kind: 'blocked'; readonly article: EducationArticle; readonly url: string; readonly seconds: number };

/** The education articles of a patient (specification 2, section 2). */
export function Education({ patientId, userId }: { patientId: PatientId; userId: UserId }): ReactNode {
  const { t } = useWords();
  const [isTicked, setTicked] = useState(false);
  const withArchived = useFollowed(isTicked);
  const reader = useReader();
  const [view, chooseView] = useView(userId);
  const current = useCall(listEducation, listInput(patientId, false));
  const archived = useCall(countArchivedEducation, { params: { patientId } });
  // Asked for only when the box is ticked.
  const all = useCall(listEducation, listInput(patientId, true), { enabled: withArchived });
  const asked = withArchived && (all.data !== undefined || all.error !== null) ? all : current;
  useFailureMessage(listEducation.name, asked.error);
  useFailureMessage(countArchivedEducation.name, archived.error);

  return (
    <>
      <PageHead title={t('shell.education')} />
      <div className={classes(controls, screenOnly)}>
        <CheckboxField
          label={archived.data === undefined ? t('education.showArchivedUncounted') : t('education.showArchived', { count: archived.data })}
          checked={isTicked}
          onChange={setTicked}
        />
        {canChooseView(reader) ? (
          <SelectField
            label={t('education.view')}
            value={view}
            onChange={(next) => chooseView(articleViewOf(next))}
            options={[
              { value: 'NewTab', label: t('education.viewNewTab') },
              { value: 'InPage', label: t('education.viewInPage') },
            ]}
          />
        ) : null}
      </div>
      <Fetched
        asked={asked}
        isEmpty={(articles) => articles.length === 0}
        empty={
          <EmptyState icon={BookOpen} level={2} title={t('education.empty')}>
            {t('education.emptyText')}
          </EmptyState>
        }
      >
        {(articles) => <Articles patientId={patientId} articles={articles} asked={asked === current ? 'current' : 'all'} reader={reader} view={view} />}
      </Fetched>
    </>
  );
}

/** Where the person reads articles; kept with the account. Never set, and a back end that knows no preferences, are the default. */
function useView(userId: UserId): readonly [ArticleView, (next: ArticleView) => void] {
  const kept = useCall(getPreferences, { params: { userId }, query: { name: viewPreference } });
  const keep = useSend(setPreference);
  const [chosen, setChosen] = useState<ArticleView | null>(null);
  useFailureMessage(getPreferences.name, kept.error);
  const choose = (next: ArticleView) => {
    setChosen(next);
    // What it is chosen for shows first.
    afterPaint(() =>
      keep.mutate(
        { params: { userId }, body: { userId, name: viewPreference, value: next } },
        {
          // It holds on this page all the same.
          onError: ({ failure }) => {
            const message = messageFor(setPreference, failure);
            if (message) showMessage(message.code, message.values);
          },
        },
      ),
    );
  };
  return [chosen ?? articleViewOf(kept.data?.find(({ name }) => name === viewPreference)?.value), choose];
}

interface ArticlesProps {
  readonly patientId: PatientId;
  readonly articles: readonly EducationArticle[];
  /** Which list it is; another one begins at its first articles. */
  readonly asked: 'current' | 'all';
  readonly reader: Reader;
  readonly view: ArticleView;
}

function Articles({ patientId, articles, asked, reader, view }: ArticlesProps): ReactNode {
  const words = useWords();
  const { t } = words;
  const hintId = useId();
  const isOffline = useConnection() === 'offline';
  const inWindow = opensInWindow(reader, view);
  // Thousands of articles take longer to go than the first of others to come: they go after those are to be seen.
  const leaving = useLeaving(asked, articles);
  const lists = [{ asked, articles }, ...(leaving ? [{ asked: leaving.key, articles: leaving.value }] : [])];
  const [shown, setShown] = useState<Shown>({ kind: 'none' });
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  /** Counts the presses: what comes of an earlier one is not wanted any more. */
  const presses = useRef(0);

  const noticeRef = useRef<HTMLDivElement>(null);
  // A row far down was pressed: what came of it must be seen.
  useEffect(() => {
    if (trouble !== null) noticeRef.current?.scrollIntoView({ block: 'nearest' });
  }, [trouble]);
  useEffect(() => {
    if (trouble?.kind !== 'blocked') return;
    // The link works once and not for long: one that does no more must not stand there.
    const timer = setTimeout(() => setTrouble(null), trouble.seconds * 1000);
    return () => clearTimeout(timer);
  }, [trouble]);

  const fail = (article: EducationArticle, error: unknown) => {
    const failure = failureOf(error);
    setShown({ kind: 'none' });
    if (failure?.kind !== 'sessionEnded') setTrouble({ kind: failure?.kind === 'offline' ? 'offline' : 'failed', article });
  };
  const openWindow = async (article: EducationArticle) => {
    const press = (presses.current += 1);
    setTrouble(null);
    if (isOffline) return setTrouble({ kind: 'offline', article });
    try {
      const done = await openDownload(getArticleContent, { articleId: article.articleId }, {}, t('core.loading'));
      // Whoever opened the window has the article; only what stands here is the latest press's.
      if (done.kind === 'opened') markRead(patientId, article);
      if (press !== presses.current) return;
      if (done.kind === 'opened') setShown({ kind: 'inWindow', article });
      else setTrouble({ ...done, article });
    } catch (error) {
      if (press === presses.current) fail(article, error);
    }
  };
  const openHere = async (article: EducationArticle) => {
    const press = (presses.current += 1);
    setTrouble(null);
    if (isOffline) return setTrouble({ kind: 'offline', article });
    setShown({ kind: 'waiting', article });
    try {
      const { url } = await ticketUrl(getArticleContent, { articleId: article.articleId }, {});
      if (press !== presses.current) return;
      setShown({ kind: 'here', article, url });
      markRead(patientId, article);
    } catch (error) {
      if (press === presses.current) fail(article, error);
    }
  };
  const latest = useRef<(article: EducationArticle) => void>(() => undefined);
  useLayoutEffect(() => {
    latest.current = (article) => void (opensInWindow(reader, view, article.fileType) ? openWindow(article) : openHere(article));
  });
  const open = useCallback((article: EducationArticle) => latest.current(article), []);
  // What was pressed goes with the notice; the focus stays on the page.
  const listPlace = useRef<HTMLElement>(null);
  const closeTrouble = () => {
    setTrouble(null);
    listPlace.current?.focus({ preventScroll: true });
  };
  const again = (article: EducationArticle) => {
    closeTrouble();
    open(article);
  };
  // The article beside the list comes first, the mark in the list right after it.
  const selected = useDeferredValue(shown.kind === 'none' ? null : shown.article.articleId);

  return (
    <>
      <div ref={noticeRef} className={notice} role="status">
        <TroubleBanner trouble={trouble} onClose={closeTrouble} onUsed={(article) => markRead(patientId, article)} onAgain={again} />
      </div>
      <p id={hintId} hidden>
        {t(inWindow ? 'education.opensInWindow' : 'education.opensHere')}
      </p>
      <div className={panes}>
        {lists.map((list) => (
          <ArticleList key={list.asked} words={words} articles={list.articles} place={list.asked === asked ? listPlace : null} selected={selected} hintId={hintId} onOpen={open} />
        ))}
        <div className={paneDetail}>
          <Detail shown={shown} onWindow={(article) => void openWindow(article)} />
        </div>
      </div>
    </>
  );
}

interface ArticleListProps extends Pick<DayProps, 'words' | 'selected' | 'hintId' | 'onOpen'> {
  readonly articles: readonly EducationArticle[];
  /** Where the list is that is to be seen; null: this one is not. */
  readonly place: RefObject<HTMLElement | null> | null;
}

const ArticleList = memo(function ArticleList({ words, articles, place, selected, hintId, onOpen }: ArticleListProps): ReactNode {
  const stretches = useMemo(() => inStretches(byDay(articles), leastInStretch), [articles]);
  const limit = useGrowing(articles.length);
  return (
    <section ref={place} tabIndex={-1} aria-label={words.t('education.list')} hidden={place === null}>
      <Card flush className={paneList}>
        {stretches.map((stretch) =>
          stretch.before < limit ? (
            <Stretch
              key={stretch.before}
              words={words}
              stretch={stretch}
              limit={Math.min(limit - stretch.before, stretch.articles)}
              selected={stretch.days.some(({ articles: some }) => some.some(({ articleId }) => articleId === selected)) ? selected : null}
              hintId={hintId}
              onOpen={onOpen}
            />
          ) : null,
        )}
      </Card>
    </section>
  );
});

const Stretch = memo(function Stretch({ words, stretch: { days, articles }, limit, selected, hintId, onOpen }: { stretch: StretchOfDays; limit: number } & Pick<DayProps, 'words' | 'selected' | 'hintId' | 'onOpen'>): ReactNode {
  return (
    <div className={stretchClass} style={{ containIntrinsicBlockSize: `auto ${days.length * dayHeight + articles * articleHeight}rem` }}>
      {firstOf(days, limit).map(({ day, shown }) => (
        <Day key={day.date} words={words} day={day} count={shown} selected={day.articles.some(({ articleId }) => articleId === selected) ? selected : null} hintId={hintId} onOpen={onOpen} />
      ))}
    </div>
  );
});

interface DayProps {
  /** Handed down: thousands of parts that listen for another language themselves take their time to come and go. */
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
          <Article key={article.articleId} words={words} article={article} isCurrent={article.articleId === selected} hintId={hintId} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
});

const Article = memo(function Article({ words: { t }, article, isCurrent, hintId, onOpen }: { article: EducationArticle; isCurrent: boolean } & Pick<DayProps, 'words' | 'hintId' | 'onOpen'>): ReactNode {
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
        <span className={rowMain}>
          <span className={rowTitle}>{article.title}</span>
          <span className={rowSub}>{article.categoryName}</span>
        </span>
        {isFresh ? <Badge kind="new">{t('education.new')}</Badge> : null}
        {article.isArchived ? <Badge>{t('education.archived')}</Badge> : null}
      </button>
    </li>
  );
});

function Detail({ shown, onWindow }: { shown: Shown; onWindow: (article: EducationArticle) => void }): ReactNode {
  const { t } = useWords();
  if (shown.kind === 'none') return <EmptyState icon={BookOpen} level={2} title={t('education.select')} />;
  const { article } = shown;
  const again = (
    <Button variant={shown.kind === 'inWindow' ? 'secondary' : 'quiet'} size="small" icon={Share} onClick={() => onWindow(article)}>
      {t('education.openAgain')}
    </Button>
  );
  if (shown.kind === 'inWindow') {
    return (
      <EmptyState icon={BookOpen} level={2} title={article.title} action={again}>
        {t('education.inWindow')}
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="article-title" aria-busy={shown.kind === 'waiting' || undefined}>
      <div className={detailHead}>
        <h2 id="article-title">{article.title}</h2>
        {again}
      </div>
      {shown.kind === 'here' ? (
        <>
          <VisuallyHidden>
            <span role="status">{t('education.shownBeside', { title: article.title })}</span>
          </VisuallyHidden>
          {/* Browsers draw no PDF in a sandbox; all else gets one, and its links open windows of their own. */}
          <iframe key={shown.url} className={frame} src={shown.url} title={article.title} {...(article.fileType === 'pdf' ? {} : { sandbox: 'allow-popups allow-popups-to-escape-sandbox' })} />
        </>
      ) : (
        <div className={frame} />
      )}
    </section>
  );
}

interface TroubleProps {
  readonly trouble: Trouble | null;
  readonly onClose: () => void;
  readonly onUsed: (article: EducationArticle) => void;
  readonly onAgain: (article: EducationArticle) => void;
}

function TroubleBanner({ trouble, onClose, onUsed, onAgain }: TroubleProps): ReactNode {
  const { t } = useWords();
  switch (trouble?.kind) {
    case undefined:
      return null;
    case 'offline':
    case 'failed':
      return (
        <Banner kind={trouble.kind === 'offline' ? 'warning' : 'error'} onClose={onClose}>
          <p>{trouble.kind === 'offline' ? t('education.offline') : t('education.failed', { title: trouble.article.title })}</p>
          <Button variant="quiet" size="small" onClick={() => onAgain(trouble.article)}>
            {t('core.tryAgain')}
          </Button>
        </Banner>
      );
    case 'blocked':
      return (
        <Banner kind="warning" onClose={onClose}>
          <p>
            {t('education.blocked')}{' '}
            <TextLink
              href={trouble.url}
              target="_blank"
              rel="noopener noreferrer"
              onClick={() => {
                onUsed(trouble.article);
                setTimeout(onClose);
              }}
            >
              {trouble.article.title}
            </TextLink>
          </p>
        </Banner>
      );
  }
}
