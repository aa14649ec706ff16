import type { EducationArticle } from '@portal/api';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';

/** Why an article did not open. */
export type Trouble =
  | { readonly kind: 'failed' | 'offline'; readonly article: EducationArticle }
  | { readonly kind: 'blocked'; readonly article: EducationArticle; readonly url: string; readonly seconds: number };

interface TroubleProps {
  readonly trouble: Trouble | null;
  readonly onClose: () => void;
  readonly onUsed: (article: EducationArticle) => void;
  readonly onAgain: (article: EducationArticle) => void;
}

/** Says why an article did not open, with a button or link to open it after all. */
export function TroubleBanner({ trouble, onClose, onUsed, onAgain }: TroubleProps): ReactNode {
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
