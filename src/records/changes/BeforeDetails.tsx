import type { RecordChange } from '@portal/api';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown } from '../../ui/icons.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words/index.ts';
import { disclose } from '../disclose.css.ts';
import { facts as factsClass } from '../entries/entries.css.ts';
import { changedOn } from './changeText.ts';
import { beforeDetails } from './changes.css.ts';

/** A line of what an entry said. */
export interface SaidBefore {
  readonly label: string;
  readonly value: string;
  /** The text is the source's. */
  readonly isLabelOfSource?: boolean;
  readonly isOfSource?: boolean;
}

/** What an entry said before it changed, below it and folded. */
export function BeforeDetails({
  change,
  timeZone,
  name,
  head,
  isHeadOfSource = false,
  facts,
  lang,
}: {
  change: RecordChange;
  timeZone: string;
  /** Of the entry, for those who hear it without seeing where it stands. */
  name: string;
  /** Its name and state, as far as they are others now. */
  head: readonly string[];
  isHeadOfSource?: boolean;
  facts: readonly SaidBefore[];
  /** The language of the source's texts. */
  lang?: string | undefined;
}): ReactNode {
  const words = useWords();
  const isPrinting = usePrinting();
  // Something that the page does not show changed, such as a code.
  if (facts.length === 0 && head.length === 0) return null;
  return (
    <details className={`${disclose} ${beforeDetails}`} open={isPrinting || undefined}>
      <summary>
        {words.t('records.changeEntryBefore', { date: changedOn(words, change, timeZone) })}
        <VisuallyHidden>: {name}</VisuallyHidden>
        <Icon of={ChevronDown} size="xs" />
      </summary>
      {head.length === 0 ? null : <p lang={isHeadOfSource ? lang : undefined}>{head.join(' · ')}</p>}
      {facts.length === 0 ? null : (
        <dl className={factsClass}>
          {facts.map(({ label, value, isLabelOfSource = false, isOfSource = false }) => (
            <div key={`${label} ${value}`}>
              <dt lang={isLabelOfSource ? lang : undefined}>{label}</dt>
              <dd lang={isOfSource ? lang : undefined}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
