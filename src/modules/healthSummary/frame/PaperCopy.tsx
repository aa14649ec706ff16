import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from '../../../ui/classes.ts';
import { paperCopy, sections } from './frame.css.ts';
import { paperCopyOf } from './paperCopy.ts';

/** The sections for paper, there only while the page is being printed. */
export function PaperCopy({ inFrame, lang }: { inFrame: Document | null; lang: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = place.current;
    if (inFrame === null || root === null) return;
    const empty = () => root.replaceChildren();
    // Synchronously, because the browser lays out the sheets when this returns.
    const fill = () => {
      const content = inFrame.body.firstElementChild?.childNodes ?? [];
      root.replaceChildren(...[...content].flatMap((part) => paperCopyOf(part, document)));
    };
    window.addEventListener('beforeprint', fill);
    window.addEventListener('afterprint', empty);
    return () => {
      window.removeEventListener('beforeprint', fill);
      window.removeEventListener('afterprint', empty);
      empty();
    };
  }, [inFrame]);
  return <div ref={place} lang={lang} className={classes(sections, paperCopy)} />;
}
