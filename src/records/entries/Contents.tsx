import type { ReactNode } from 'react';
import { card } from '../../ui/Card.css.ts';
import { classes } from '../../ui/classes.ts';
import { Dot } from '../../ui/Dot.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown } from '../../ui/icons.ts';
import { useWindowSize } from '../../ui/useWindowSize.ts';
import { formatNumber, useWords } from '../../words/index.ts';
import { contents, contentsCount, contentsLine } from './entries.css.ts';

interface ContentsLine {
  readonly key: string;
  readonly title: string;
  /** The language of the title, where it may differ from the page's. */
  readonly lang?: string | undefined;
  /** How many entries it has; null when a number would be meaningless. */
  readonly count: number | null;
  /** The text of the dot that marks something new; null: nothing is new. */
  readonly newWords?: string | null;
}

interface ContentsProps {
  /** The label of the control that opens it, such as "On this page (12)". */
  readonly title: string;
  /** The accessible name of the navigation. */
  readonly name: string;
  readonly lines: readonly ContentsLine[];
  /** Called instead of changing the address, because the name of a section in it would reveal an illness. */
  readonly onGo: (key: string) => void;
  /** Shown below the lines. */
  readonly children?: ReactNode;
}

/** What is on the page: closed on a phone, a column beside the groups where there is room. */
export function Contents({ title, name, lines, onGo, children }: ContentsProps): ReactNode {
  const { locale } = useWords();
  const size = useWindowSize();
  const isBeside = size === 'Medium' || size === 'Large';
  return (
    <details key={String(isBeside)} className={classes(card, contents)} open={isBeside}>
      <summary>
        {title}
        <Icon of={ChevronDown} size="xs" />
      </summary>
      <nav aria-label={name}>
        <ol>
          {lines.map(({ key, title: line, lang, count, newWords = null }) => (
            <li key={key}>
              <button type="button" className={contentsLine} onClick={() => onGo(key)}>
                {newWords === null ? null : <Dot label={newWords} />}
                <span lang={lang}>{line}</span>
                {count === null ? null : <span className={contentsCount}>{formatNumber(locale, count)}</span>}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      {children}
    </details>
  );
}
