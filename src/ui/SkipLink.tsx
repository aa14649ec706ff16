import { useWords } from '../words/index.ts';
import type { ReactNode } from 'react';
import { skipLink } from './SkipLink.css.ts';

/** The first thing in the page: skips to `main`. */
export function SkipLink({ href = '#main' }: { href?: `#${string}` }): ReactNode {
  const { t } = useWords();
  return (
    <a
      className={skipLink}
      href={href}
      onClick={(event) => {
        // The address does not change, because a fragment would add a history entry and match a route.
        event.preventDefault();
        document.getElementById(href.slice(1))?.focus();
      }}
    >
      {t('core.skipToContent')}
    </a>
  );
}
