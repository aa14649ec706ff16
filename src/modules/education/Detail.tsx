import type { EducationArticle } from '@portal/api';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { BookOpen, Share } from '../../ui/icons.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { langOf, useWords } from '../../words/index.ts';
import { detailHead, frame } from './Education.css.ts';

const sandbox = 'allow-popups allow-popups-to-escape-sandbox';
/** A service worker answers no frame with an opaque origin, so this one keeps the page's; sandbox and policy forbid scripts. */
const keptSandbox = `${sandbox} allow-same-origin`;

export type ShownArticle =
  | { readonly kind: 'none' }
  | { readonly kind: 'inWindow'; readonly article: EducationArticle }
  | { readonly kind: 'waiting'; readonly article: EducationArticle }
  | { readonly kind: 'here'; readonly article: EducationArticle; readonly url: string; readonly isKept: boolean };

/** The article beside the list, or a message in its place. */
export function Detail({
  shown,
  onWindow,
}: {
  shown: ShownArticle;
  onWindow: (article: EducationArticle) => void;
}): ReactNode {
  const { t } = useWords();
  if (shown.kind === 'none')
    return (
      <Card>
        <EmptyState icon={BookOpen} level={2} title={t('records.select')} />
      </Card>
    );
  const { article } = shown;
  const again = (
    <Button
      variant={shown.kind === 'inWindow' ? 'secondary' : 'quiet'}
      size="small"
      icon={Share}
      onClick={() => onWindow(article)}
    >
      {t('education.openAgain')}
    </Button>
  );
  if (shown.kind === 'inWindow') {
    return (
      <EmptyState
        icon={BookOpen}
        level={2}
        title={<span lang={langOf(article.language)}>{article.title}</span>}
        action={again}
      >
        {t('education.inWindow')}
      </EmptyState>
    );
  }
  // The page of an article begins with its title.
  const isInFrame = shown.kind === 'here' && article.fileType !== 'pdf';
  return (
    <section aria-labelledby="article-title" aria-busy={shown.kind === 'waiting' || undefined}>
      <div className={detailHead}>
        {isInFrame ? (
          <h2 id="article-title" lang={langOf(article.language)}>
            <VisuallyHidden>{article.title}</VisuallyHidden>
          </h2>
        ) : (
          <h2 id="article-title" lang={langOf(article.language)}>
            {article.title}
          </h2>
        )}
        {again}
      </div>
      {shown.kind === 'here' ? (
        <>
          <VisuallyHidden>
            <span role="status">{t('records.shownBeside', { title: article.title })}</span>
          </VisuallyHidden>
          {/* Browsers draw no PDF in a sandbox; everything else gets one, and its links open new windows. */}
          <iframe
            key={shown.url}
            className={frame}
            src={shown.url}
            title={article.title}
            lang={langOf(article.language)}
            {...(article.fileType === 'pdf' ? {} : { sandbox: shown.isKept ? keptSandbox : sandbox })}
          />
        </>
      ) : (
        <div className={frame} />
      )}
    </section>
  );
}
