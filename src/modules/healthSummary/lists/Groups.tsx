import type { HealthList } from '@portal/api';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import { useProgressiveList } from '../../../browser/painting/useProgressiveList.ts';
import { Contents } from '../../../records/entries/Contents.tsx';
import { group as groupClass, groupHead, withContents } from '../../../records/entries/entries.css.ts';
import { firstOf } from '../../../records/list/stretches.ts';
import { Card } from '../../../ui/Card.tsx';
import { usePrinting } from '../../../ui/usePrinting.ts';
import { headWords, positiveEntries } from './counts.ts';
import { SourcesDiffer, Entry, NoEntries } from './Entry.tsx';
import { Immunizations } from './Immunizations.tsx';
import * as look from './Lists.css.ts';
import { More } from './More.tsx';
import { Narratives } from './Narratives.tsx';
import type { PartProps } from './parts.ts';
import { isMain } from './telling.ts';
import { Vitals } from './Vitals.tsx';
import { vitalsOf } from './vitals.ts';

const moreKey = 'more';
/** An empty list counts as one entry, because it shows a sentence. */
const sizeOf = ({ entries }: HealthList): number => Math.max(1, entries.length);

/** All lists, in order, beside what is on the page; long ones are drawn piece by piece. */
export function Groups({ lists, ...part }: PartProps & { readonly lists: readonly HealthList[] }): ReactNode {
  const { telling } = part;
  const { t } = telling;
  const main = lists.filter(({ key }) => isMain(key));
  const others = lists.filter(({ key }) => !isMain(key));
  const headings = useRef(new Map<string, HTMLHeadingElement>());
  const total = main.reduce((sum, list) => sum + sizeOf(list), 0);
  const drawn = useProgressiveList(total);
  const isPrinting = usePrinting();
  const limit = isPrinting ? total : drawn;
  const hold = (key: string) => (element: HTMLHeadingElement | null) => {
    if (element) headings.current.set(key, element);
    else headings.current.delete(key);
  };
  return (
    <div className={withContents}>
      <Contents
        title={t('records.contentsName')}
        name={t('records.contentsName')}
        lines={[
          ...main.map((list) => ({
            key: list.key,
            title: t(`healthSummary.list_${list.key}`),
            count: list.key === 'vitals' ? vitalsOf(list.entries).vitals.length : positiveEntries(list.entries).length,
          })),
          ...(others.length === 0 ? [] : [{ key: moreKey, title: t('healthSummary.moreLine'), count: null }]),
        ]}
        onGo={(key) => {
          const heading = headings.current.get(key);
          heading?.closest('section')?.scrollIntoView();
          heading?.focus({ preventScroll: true });
        }}
      />
      <div>
        {firstOf(main, sizeOf, limit).map(({ group, shown }) => (
          <Group key={group.key} list={group} shown={shown} heading={hold(group.key)} {...part} />
        ))}
        {limit >= total && others.length > 0 ? (
          <Section title={t('healthSummary.everythingElse')} words="" heading={hold(moreKey)}>
            <Card flush>
              <More lists={others} {...part} />
            </Card>
          </Section>
        ) : null}
      </div>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly words: string;
  readonly heading: (element: HTMLHeadingElement | null) => void;
  readonly children: ReactNode;
}

function Section({ title, words, heading, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <section className={groupClass} aria-labelledby={id}>
      <div className={groupHead}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {words === '' ? null : <span className={look.headWords}>{words}</span>}
      </div>
      {children}
    </section>
  );
}

interface GroupProps extends PartProps {
  readonly list: HealthList;
  /** How many of its entries are drawn so far. */
  readonly shown: number;
  readonly heading: SectionProps['heading'];
}

function Group({ list, shown, heading, ...part }: GroupProps): ReactNode {
  const { t } = part.telling;
  const { key, entries, narratives, differ } = list;
  const isSilent = entries.length === 0 && narratives.length === 0;
  const { vitals, others } = useMemo(
    () => (key === 'vitals' ? vitalsOf(entries) : { vitals: [], others: entries }),
    [key, entries],
  );
  const drawn = others.slice(0, shown);
  const inTable = key === 'immunizations' ? drawn.filter(({ negation }) => negation !== 'none') : [];
  const asEntries = drawn.filter((entry) => !inTable.includes(entry));
  const hasCard = isSilent || differ || asEntries.length + inTable.length + narratives.length > 0;
  return (
    <Section title={t(`healthSummary.list_${key}`)} words={headWords(part.telling, list)} heading={heading}>
      {vitals.length === 0 ? null : <Vitals vitals={vitals} {...part} />}
      {hasCard ? (
        <div className={vitals.length === 0 ? undefined : look.afterVitals}>
          <Card flush>
            {isSilent ? <NoEntries {...part} /> : null}
            {asEntries.map((entry) => (
              <Entry key={entry.key} of={key} entry={entry} {...part} />
            ))}
            {inTable.length === 0 ? null : <Immunizations entries={inTable} {...part} />}
            {differ ? <SourcesDiffer {...part} /> : null}
            {shown >= sizeOf(list) ? <Narratives of={narratives} {...part} /> : null}
          </Card>
        </div>
      ) : null}
    </Section>
  );
}
