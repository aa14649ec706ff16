import type { EntrySource } from '@portal/api';
import type { ReactNode } from 'react';
import { disclose } from '../../../records/disclose.css.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { ChevronDown, FileText } from '../../../ui/icons.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { usePrinting } from '../../../ui/usePrinting.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import * as look from './Lists.css.ts';
import { distinctSources, sourceText } from './sourceText.ts';
import type { Telling } from './telling.ts';
import type { DocumentLink } from './parts.ts';

interface SourceProps {
  readonly of: EntrySource;
  readonly telling: Telling;
  readonly linkTo: DocumentLink;
}

/** A clinic and its date; a link where it has a document. */
export function SourceWords({ of, telling, linkTo }: SourceProps): ReactNode {
  const text = sourceText(telling, of);
  const { document } = of;
  if (document === null) return text;
  return (
    <TextLink {...linkTo(document)} hiddenContext={telling.t('healthSummary.sourceOpens')}>
      {text}
    </TextLink>
  );
}

interface SourcesProps {
  readonly sources: readonly EntrySource[];
  /** What the sources are about, for a person who hears only "2 sources". */
  readonly about: string;
  readonly telling: Telling;
  readonly linkTo: DocumentLink;
}

/** The sources of an entry: one as a line, several behind their number. */
export function Sources({ sources: all, about, telling, linkTo }: SourcesProps): ReactNode {
  const { t } = telling;
  const isPrinting = usePrinting();
  const sources = distinctSources(all);
  const [only] = sources;
  if (only === undefined) return null;
  if (sources.length === 1)
    return (
      <p className={look.source}>
        <Icon of={FileText} size="s" />
        <span>
          <SourceWords of={only} telling={telling} linkTo={linkTo} />
        </span>
      </p>
    );
  const list = (
    <ul className={look.sourceList}>
      {sources.map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- sources never move among each other
        <li key={at}>
          <SourceWords of={one} telling={telling} linkTo={linkTo} />
        </li>
      ))}
    </ul>
  );
  if (isPrinting) return list;
  return (
    <details className={`${disclose} ${look.sources}`}>
      <summary>
        {t('healthSummary.sources', { count: sources.length })}
        <VisuallyHidden> {t('records.ofPerson', { name: about })}</VisuallyHidden>
        <Icon of={ChevronDown} size="xs" />
      </summary>
      {list}
    </details>
  );
}
