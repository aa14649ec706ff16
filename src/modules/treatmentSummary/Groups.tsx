import type { PatientId, ShownGroup, ShownItem, TreatmentTelling } from '@portal/api';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useProgressiveList } from '../../browser/painting/useProgressiveList.ts';
import { useFacility } from '../../data/facility.ts';
import { ChangeBadge } from '../../records/changes/ChangeBadge.tsx';
import { Contents } from '../../records/entries/Contents.tsx';
import { group as groupClass, groupHead, groupNew, withContents } from '../../records/entries/entries.css.ts';
import { firstOf } from '../../records/list/stretches.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown } from '../../ui/icons.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { useWindowSize } from '../../ui/useWindowSize.ts';
import { formatNumber, useWords } from '../../words/index.ts';
import { withContactsOnce } from './contacts.ts';
import { Entry } from './Entry.tsx';
import type { ItemChangeOf } from './ItemChange.tsx';
import { Marker } from './Marker.tsx';
import { entriesOf, markerOf } from './markers.ts';
import { itemKey, useSeenOnLeaving } from './seen.ts';
import { foldButton, foldCount } from './TreatmentSummary.css.ts';

interface GroupsProps {
  readonly patientId: PatientId;
  readonly groups: readonly ShownGroup[];
  readonly isNew: (item: ShownItem) => boolean;
  /** The reader is the patient. */
  readonly isOwn: boolean;
  readonly changeOf: ItemChangeOf;
}

/** Without the ids of its records, an item can only be marked together with all others, so its group must be shown. */
const isMarkedByItself = ({ items }: ShownGroup): boolean =>
  items.every(({ item }) => item.isPatientReviewed || item.recordIds !== undefined);

const sizeOf = ({ items }: ShownGroup): number => items.length;

/** The groups of a summary in their order, beside the contents. */
export function Groups({ patientId, groups, isNew, isOwn, changeOf }: GroupsProps): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const headings = useRef(new Map<string, HTMLHeadingElement>());
  const total = groups.reduce((sum, group) => sum + sizeOf(group), 0);
  const drawn = useProgressiveList(total);
  const isPrinting = usePrinting();
  const isPhone = useWindowSize() === 'XSmall';
  const [first] = groups;
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(first === undefined ? [] : [first.key]));
  const [wasOpen, setWasOpen] = useState(open);
  const setFold = (key: string, isOpen: boolean) => {
    setOpen((before) => new Set(isOpen ? [...before, key] : [...before].filter((one) => one !== key)));
    if (isOpen) setWasOpen((before) => new Set([...before, key]));
  };
  const canFold = (group: ShownGroup) => isPhone && !isPrinting && isMarkedByItself(group);
  // A group that stayed folded was not shown, so it stays new.
  const read = useMemo(
    () => groups.filter((group) => !isPhone || !isMarkedByItself(group) || wasOpen.has(group.key)),
    [groups, isPhone, wasOpen],
  );
  useSeenOnLeaving(patientId, read, isOwn);
  const telling = { t, locale, timeZone };
  const shown = firstOf(groups, sizeOf, isPrinting ? total : drawn);
  return (
    <div className={withContents}>
      <Contents
        title={t('treatmentSummary.contents', { count: groups.length })}
        name={t('records.contentsName')}
        lines={groups.map((group) => ({
          key: group.key,
          title: t(`treatmentSummary.group_${group.key}`),
          count: entriesOf(group.key, group.items).length,
          newWords: group.items.some(isNew) ? t('treatmentSummary.notSeenYet') : null,
        }))}
        onGo={(key) => {
          setFold(key, true);
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
            changeOf={changeOf}
            telling={telling}
            fold={canFold(group) ? { isOpen: open.has(group.key), set: (isOpen) => setFold(group.key, isOpen) } : null}
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
  readonly changeOf: ItemChangeOf;
  readonly telling: TreatmentTelling;
  /** Null: it is always open. */
  readonly fold: { readonly isOpen: boolean; readonly set: (isOpen: boolean) => void } | null;
  readonly heading: (element: HTMLHeadingElement | null) => void;
}

function Group({ group, items, isNew, changeOf, telling, fold, heading }: GroupProps): ReactNode {
  const id = useId();
  const { t } = useWords();
  const count = group.items.filter(isNew).length;
  const title = t(`treatmentSummary.group_${group.key}`);
  // Folded, the group tells of its change; open, the item does.
  const changed =
    fold?.isOpen === false
      ? group.items
          .flatMap((item) => {
            const { change } = changeOf(item) ?? {};
            return change === undefined || (change.kind === 'new' && isNew(item)) ? [] : [change];
          })
          .at(0)
      : undefined;
  const entries = useMemo(() => {
    const once = new Map(withContactsOnce(items).map((shown, at) => [items[at], shown]));
    // A history names its contact beside each value.
    return entriesOf(group.key, items).map((entry) =>
      entry.length > 1 ? entry : entry.map((one) => once.get(one) ?? one),
    );
  }, [group.key, items]);
  return (
    <section className={groupClass} aria-labelledby={id}>
      <div className={groupHead}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {fold === null ? (
            title
          ) : (
            <button
              type="button"
              className={foldButton}
              aria-expanded={fold.isOpen}
              onClick={() => fold.set(!fold.isOpen)}
            >
              {title}
              <span className={foldCount}>
                {formatNumber(telling.locale, entriesOf(group.key, group.items).length)}
              </span>
              <Icon of={ChevronDown} size="s" />
            </button>
          )}
        </h2>
        {count > 0 ? <span className={groupNew}>{t('treatmentSummary.notSeen', { count })}</span> : null}
        <ChangeBadge change={changed} t={t} />
      </div>
      {fold?.isOpen === false ? null : (
        <Card flush>
          {entries.map((entry, index) => {
            const [shown, ...others] = entry;
            if (shown === undefined) return null;
            const key = itemKey(shown.item) || index;
            return others.length === 0 ? (
              <Entry
                key={key}
                group={group.key}
                shown={shown}
                isNew={isNew(shown)}
                change={changeOf(shown)}
                telling={telling}
              />
            ) : (
              <Marker
                key={key}
                marker={markerOf([shown, ...others])}
                isNew={isNew}
                changeOf={changeOf}
                telling={telling}
              />
            );
          })}
        </Card>
      )}
    </section>
  );
}
