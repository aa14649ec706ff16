import { useWords } from '../words/index.ts';
import type { ReactNode } from 'react';
import { skipLink } from './SkipLink.css.ts';

/** The first thing in the page: skips to `main`. */
export function SkipLink(): ReactNode {
  const { t } = useWords();
  return (
    <a
      className={skipLink}
      href="#main"
      onClick={(event) => {
        // The address does not change, because a fragment would add a history entry and match a route.
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      {t('core.skipToContent')}
    </a>
  );
}
