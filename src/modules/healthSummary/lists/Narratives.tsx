import type { HealthList } from '@portal/api';
import type { ReactNode } from 'react';
import { entry as entryClass, entryHead } from '../../../records/entries/entries.css.ts';
import { RichText } from '../../../ui/RichText.tsx';
import * as look from './Lists.css.ts';
import type { PartProps } from './parts.ts';
import { Sources } from './Sources.tsx';

/** The text of sections without coded entries, as in their documents. */
export function Narratives({
  of,
  telling,
  links,
  sourceLang,
}: PartProps & { readonly of: HealthList['narratives'] }): ReactNode {
  return of.map(({ title, html, language, source }, at) => {
    const lang = language ?? sourceLang;
    return (
      // oxlint-disable-next-line react/no-array-index-key -- sections never move among each other
      <div key={at} className={entryClass}>
        <div className={entryHead}>
          <h3 lang={lang}>{title}</h3>
        </div>
        <div className={look.narrative}>
          <RichText html={html} lang={lang} />
        </div>
        <Sources sources={[source]} about={title} telling={telling} linkTo={links.document} />
      </div>
    );
  });
}
