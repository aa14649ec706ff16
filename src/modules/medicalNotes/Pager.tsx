import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { ChevronLeft, ChevronRight } from '../../ui/icons.ts';
import { input } from '../../ui/Input.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words/index.ts';
import { pageTyped } from './notes.ts';
import { pager, pageField } from './Reader.css.ts';

/** Turns pages: one back, one on, or by number. Enter takes a number from 1 to the last page, anything else goes back to the page that is shown. */
export function Pager({
  page,
  pages,
  onPage,
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}): ReactNode {
  const { t } = useWords();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const turn = (next: number) => {
    setTyped(null);
    onPage(next);
  };
  return (
    <nav className={classes(pager, screenOnly)} aria-label={t('medicalNotes.pages')}>
      <Button variant="secondary" size="small" icon={ChevronLeft} disabled={page <= 1} onClick={() => turn(page - 1)}>
        <VisuallyHidden>{t('medicalNotes.previousPage')}</VisuallyHidden>
      </Button>
      <form
        className={pageField}
        onSubmit={(event) => {
          event.preventDefault();
          turn(pageTyped(typed ?? '', pages) ?? page);
        }}
      >
        <label htmlFor={id}>{t('medicalNotes.page')}</label>
        <input
          id={id}
          className={input}
          inputMode="numeric"
          autoComplete="off"
          aria-describedby={`${id}-of`}
          value={typed ?? String(page)}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => setTyped(null)}
        />
        <span id={`${id}-of`}>{t('medicalNotes.ofPages', { count: pages })}</span>
      </form>
      <Button
        variant="secondary"
        size="small"
        icon={ChevronRight}
        disabled={page >= pages}
        onClick={() => turn(page + 1)}
      >
        <VisuallyHidden>{t('medicalNotes.nextPage')}</VisuallyHidden>
      </Button>
      <VisuallyHidden>
        <span role="status">{t('medicalNotes.pageShown', { page, count: pages })}</span>
      </VisuallyHidden>
    </nav>
  );
}
