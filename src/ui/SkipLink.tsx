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
        // The address stays as it is: a fragment would be an entry in the history and a route of its own.
        event.preventDefault();
        document.getElementById(href.slice(1))?.focus();
      }}
    >
      {t('core.skipToContent')}
    </a>
  );
}
