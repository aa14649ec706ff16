import type { PatientId, ShownGroup, ShownItem, TreatmentTelling } from '@portal/api';
import { type ReactNode, useId, useRef } from 'react';
import { useProgressiveList } from '../../browser/painting/useProgressiveList.ts';
import { useFacility } from '../../data/facility.ts';
import { Contents } from '../../records/entries/Contents.tsx';
import { group as groupClass, groupHead, groupNew, withContents } from '../../records/entries/entries.css.ts';
import { firstOf } from '../../records/list/stretches.ts';
import { Card } from '../../ui/Card.tsx';
import { usePrinting } from '../../ui/usePrinting.ts';
import { useWords } from '../../words/index.ts';
import { Entry } from './Entry.tsx';
import { nameOf, useSeenOnLeaving } from './seen.ts';

export interface GroupsProps {
  readonly patientId: PatientId;
  readonly groups: readonly ShownGroup[];
  readonly isNew: (item: ShownItem) => boolean;
  /** The reader is the patient. */
  readonly isOwn: boolean;
}

const sizeOf = ({ items }: ShownGroup): number => items.length;

/** The groups of a summary in the order in which they came, beside what is on the page. */
export function Groups({ patientId, groups, isNew, isOwn }: GroupsProps): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  useSeenOnLeaving(patientId, groups, isOwn);
  const headings = useRef(new Map<string, HTMLHeadingElement>());
  const total = groups.reduce((sum, group) => sum + sizeOf(group), 0);
  const drawn = useProgressiveList(total);
  const isPrinting = usePrinting();
  const telling = { t, locale, timeZone };
  const shown = firstOf(groups, sizeOf, isPrinting ? total : drawn);
  return (
    <div className={withContents}>
      <Contents
        title={t('treatmentSummary.contents', { count: groups.length })}
        name={t('treatmentSummary.contentsName')}
        lines={groups.map((group) => ({
          key: group.key,
          title: t(`treatmentSummary.group_${group.key}`),
          count: group.items.length,
          newWords: group.items.some(isNew) ? t('treatmentSummary.notSeenYet') : null,
        }))}
        onGo={(key) => {
          const heading = headings.current.get(key);
          heading?.closest('section')?.scrollIntoView();
          heading?.focus({ preventScroll: true });
        }}
      />
      <div>
        {shown.map(({ group, shown: count }) => (
          <Group
            key={group.key}
            group={group}
            items={group.items.slice(0, count)}
            isNew={isNew}
            telling={telling}
            heading={(element) => {
              if (element) headings.current.set(group.key, element);
              else headings.current.delete(group.key);
            }}
          />
        ))}
      </div>
    </div>
  );
}

interface GroupProps {
  readonly group: ShownGroup;
  /** Those that are drawn so far. */
  readonly items: readonly ShownItem[];
  readonly isNew: (item: ShownItem) => boolean;
  readonly telling: TreatmentTelling;
  readonly heading: (element: HTMLHeadingElement | null) => void;
}

function Group({ group, items, isNew, telling, heading }: GroupProps): ReactNode {
  const id = useId();
  const { t } = useWords();
  const count = group.items.filter(isNew).length;
  return (
    <section className={groupClass} aria-labelledby={id}>
      <div className={groupHead}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {t(`treatmentSummary.group_${group.key}`)}
        </h2>
        {count > 0 ? <span className={groupNew}>{t('treatmentSummary.notSeen', { count })}</span> : null}
      </div>
      <Card flush>
        {items.map((shown, index) => (
          <Entry
            key={nameOf(shown.item) || index}
            group={group.key}
            shown={shown}
            isNew={isNew(shown)}
            telling={telling}
          />
        ))}
      </Card>
    </section>
  );
}
