import type { HealthList } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { useProgressiveList } from '../../../browser/painting/useProgressiveList.ts';
import { none } from '../../../records/entries/entries.css.ts';
import { Chevron } from '../../../ui/Chevron.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { ChevronDown, Info } from '../../../ui/icons.ts';
import { row, rowMain, rows, rowSub, rowTitle } from '../../../ui/Row.css.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { usePrinting } from '../../../ui/usePrinting.ts';
import { headWords } from './counts.ts';
import { SourcesDiffer, Entry } from './Entry.tsx';
import { valueText } from './facts.ts';
import * as look from './Lists.css.ts';
import { Narratives } from './Narratives.tsx';
import type { PartProps } from './parts.ts';
import { titleOf } from './sentences.ts';
import type { Telling } from './telling.ts';

/** The lists that most people need less often: one row each, which opens. */
export function More({ lists, ...part }: PartProps & { readonly lists: readonly HealthList[] }): ReactNode {
  return (
    <ul className={rows}>
      {lists.map((list) => (
        <li key={list.key}>
          <MoreRow list={list} {...part} />
        </li>
      ))}
    </ul>
  );
}

/** The text of a closed row: its only entry, or how many there are. */
function subOf(telling: Telling, list: HealthList): string {
  const [only] = list.entries;
  if (list.entries.length === 1 && only !== undefined && !list.differ) {
    const values = only.values.map((value) => valueText(telling, value)).join(', ');
    const title = titleOf(telling, list.key, only).text;
    return values === '' ? title : telling.t('healthSummary.factInLine', { label: title, value: values });
  }
  const words = headWords(telling, list);
  return words === ''
    ? telling.t('healthSummary.entries', { count: list.entries.length + list.narratives.length })
    : words;
}

function MoreRow({ list, ...part }: PartProps & { readonly list: HealthList }): ReactNode {
  const { telling, links } = part;
  const { t } = telling;
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting();
  const title = t(`healthSummary.list_${list.key}`);
  const isEmpty = list.entries.length === 0 && list.narratives.length === 0;
  const results = list.key === 'results' ? links.results : null;
  if (isEmpty && results !== null)
    return (
      <a className={row} {...results}>
        <span className={rowMain}>
          <span className={rowTitle}>{title}</span>
          <span className={rowSub}>{t('healthSummary.onTestResults')}</span>
        </span>
        <Chevron />
      </a>
    );
  if (isEmpty)
    return (
      <p className={none}>
        <Icon of={Info} size="s" />
        <span>
          {title}
          <span className={look.silentSub}>{t('healthSummary.silent')}</span>
        </span>
      </p>
    );
  const shows = isOpen || isPrinting;
  return (
    <details className={look.moreRow} open={shows} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={row}>
        <span className={rowMain}>
          <span className={rowTitle}>{title}</span>
          <span className={rowSub}>{subOf(telling, list)}</span>
        </span>
        <Icon of={ChevronDown} size="s" />
      </summary>
      {shows ? <Opened list={list} isWhole={isPrinting} {...part} /> : null}
      {shows && results !== null ? (
        <p className={look.moreNote}>
          <TextLink standalone {...results}>
            {t('healthSummary.alsoTestResults')}
          </TextLink>
        </p>
      ) : null}
    </details>
  );
}

/** The content of an open row, drawn piece by piece. */
function Opened({
  list: { key, entries, narratives, differ },
  isWhole,
  ...part
}: PartProps & { readonly list: HealthList; readonly isWhole: boolean }): ReactNode {
  const drawn = useProgressiveList(entries.length);
  const shown = isWhole ? entries.length : drawn;
  return (
    <>
      {entries.slice(0, shown).map((entry) => (
        <Entry key={entry.key} of={key} entry={entry} {...part} />
      ))}
      {differ ? <SourcesDiffer {...part} /> : null}
      {shown >= entries.length ? <Narratives of={narratives} {...part} /> : null}
    </>
  );
}
