import { type EducationArticle, type PatientId, getArticleContent } from '@portal/api';
import {
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { connection } from '../../data/connection.ts';
import { type BlockedDownload, fileAddress, openDownload } from '../../data/download.ts';
import { failureOf } from '../../data/errors.ts';
import { SwitchedList } from '../../records/list/SwitchedList.tsx';
import { useWords } from '../../words/index.ts';
import { ArticleList } from './ArticleList.tsx';
import { type ArticleView, opensInWindow, type Reader } from './articles.ts';
import { Detail, type ShownArticle } from './Detail.tsx';
import { notice, paneDetail } from './Education.css.ts';
import { panes } from '../../records/panes/panes.css.ts';
import { markRead } from './reading.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { useExpiringLink } from '../../records/useExpiringLink.ts';

/** Why an article did not open. */
type Trouble = ({ readonly kind: 'failed' | 'offline' } | BlockedDownload) & { readonly article: EducationArticle };

interface TroubleProps {
  readonly trouble: Trouble | null;
  readonly onClose: () => void;
  readonly onUsed: (article: EducationArticle) => void;
  readonly onAgain: (article: EducationArticle) => void;
}

/** Says why an article did not open, with a button or link to open it after all. */
function TroubleBanner({ trouble, onClose, onUsed, onAgain }: TroubleProps): ReactNode {
  const { t } = useWords();
  switch (trouble?.kind) {
    case undefined:
      return null;
    case 'offline':
    case 'failed':
      return (
        <Banner kind={trouble.kind === 'offline' ? 'warning' : 'error'} onClose={onClose}>
          <p>
            {trouble.kind === 'offline'
              ? t('education.offline')
              : t('education.failed', { title: trouble.article.title })}
          </p>
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

interface ArticlesProps {
  readonly patientId: PatientId;
  readonly articles: readonly EducationArticle[];
  /** The name of the list. When it changes, the list starts at its first articles. */
  readonly asked: 'current' | 'all';
  readonly reader: Reader;
  readonly view: ArticleView;
  /** The reader is the patient: a representative's reading leaves the patient's new articles new. */
  readonly isOwn: boolean;
}

/** The list of articles, and the opened one: in a window, or beside the list. */
export function Articles({ patientId, articles, asked, reader, view, isOwn }: ArticlesProps): ReactNode {
  const { t } = useWords();
  const hintId = useId();
  const inWindow = opensInWindow(reader, view);
  const [shown, setShown] = useState<ShownArticle>({ kind: 'none' });
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  /** Counts the presses: the result of an earlier one is ignored. */
  const presses = useRef(0);

  const noticeRef = useRef<HTMLDivElement>(null);
  // The pressed row may be far down, and its result must be visible.
  useEffect(() => {
    if (trouble !== null) noticeRef.current?.scrollIntoView({ block: 'nearest' });
  }, [trouble]);
  useExpiringLink(trouble, setTrouble);

  const markAsRead = (article: EducationArticle) => {
    // Without a connection the server cannot be told, so nothing is marked here either.
    if (isOwn && connection() === 'online') markRead(patientId, article);
  };
  const fail = (article: EducationArticle, error: unknown) => {
    const failure = failureOf(error);
    setShown({ kind: 'none' });
    if (failure?.kind !== 'sessionEnded')
      setTrouble({ kind: failure?.kind === 'offline' ? 'offline' : 'failed', article });
  };
  const openWindow = async (article: EducationArticle) => {
    const press = (presses.current += 1);
    setTrouble(null);
    try {
      const done = await openDownload(getArticleContent, { articleId: article.articleId }, {}, t('core.loading'));
      // The window has its article in any case; only the notice on this page belongs to the latest press.
      if (done.kind === 'opened') markAsRead(article);
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
    setShown({ kind: 'waiting', article });
    try {
      const { url, isKept } = await fileAddress(getArticleContent, { articleId: article.articleId }, {});
      if (press !== presses.current) return;
      setShown({ kind: 'here', article, url, isKept });
      markAsRead(article);
    } catch (error) {
      if (press === presses.current) fail(article, error);
    }
  };
  const latest = useRef<(article: EducationArticle) => void>(() => undefined);
  useLayoutEffect(() => {
    latest.current = (article) =>
      void (opensInWindow(reader, view, article.fileType) ? openWindow(article) : openHere(article));
  });
  const open = useCallback((article: EducationArticle) => latest.current(article), []);
  // The pressed button is removed with the notice, so the focus is moved to the page.
  const listPlace = useRef<HTMLElement>(null);
  const closeTrouble = () => {
    setTrouble(null);
    listPlace.current?.focus({ preventScroll: true });
  };
  const again = (article: EducationArticle) => {
    closeTrouble();
    open(article);
  };
  // The article beside the list renders first, its mark in the list after it.
  const selected = useDeferredValue(shown.kind === 'none' ? null : shown.article.articleId);

  return (
    <>
      <div ref={noticeRef} className={notice} role="status">
        <TroubleBanner
          trouble={trouble}
          onClose={closeTrouble}
          onUsed={(article) => markAsRead(article)}
          onAgain={again}
        />
      </div>
      <p id={hintId} hidden>
        {t(inWindow ? 'education.opensInWindow' : 'education.opensHere')}
      </p>
      <div className={panes}>
        <SwitchedList name={asked} value={articles}>
          {(some, isShown) => (
            <ArticleList
              articles={some}
              place={isShown ? listPlace : null}
              selected={selected}
              hintId={hintId}
              onOpen={open}
            />
          )}
        </SwitchedList>
        <div className={paneDetail}>
          <Detail shown={shown} onWindow={(article) => void openWindow(article)} />
        </div>
      </div>
    </>
  );
}
