import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import { Button } from '../Button.tsx';
import { ChevronLeft, ChevronRight } from '../icons.ts';
import { paging } from './Paging.css.ts';

interface PagingProps {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** Previous and next, with the page's number; nothing where there is one page. The button at an end stays and keeps the focus. */
export function Paging({ page, pages, onPage }: PagingProps): ReactNode {
  const { t } = useWords();
  if (pages <= 1) return null;
  const isFirst = page <= 1;
  const isLast = page >= pages;
  return (
    <nav className={paging} aria-label={t('table.pages')}>
      <Button variant="secondary" size="small" icon={ChevronLeft} disabled={isFirst} onClick={() => onPage(page - 1)}>
        {t('table.previous')}
      </Button>
      <p role="status">{t('table.pageOf', { page, pages })}</p>
      <Button
        variant="secondary"
        size="small"
        iconAfter={ChevronRight}
        disabled={isLast}
        onClick={() => onPage(page + 1)}
      >
        {t('table.next')}
      </Button>
    </nav>
  );
}
