import type { HealthListKey, ListedEntry, RecordChange } from '@portal/api';
import type { ReactNode } from 'react';
import { changedOn } from '../../../records/changes/changeText.ts';
import { disclose } from '../../../records/disclose.css.ts';
import { facts as factsClass } from '../../../records/entries/entries.css.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { ChevronDown } from '../../../ui/icons.ts';
import { usePrinting } from '../../../ui/usePrinting.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { type Fact, factsOf } from './facts.ts';
import * as look from './Lists.css.ts';
import { statusText, titleOf } from './sentences.ts';
import type { Telling } from './telling.ts';

/** That an entry is new or changed since its reader last looked. */
export const ChangeBadge = ({
  change,
  telling: { t },
}: {
  change: RecordChange | undefined;
  telling: Telling;
}): ReactNode =>
  change === undefined ? null : (
    <Badge kind={change.kind === 'new' ? 'new' : 'plain'}>{t(`records.change_${change.kind}`)}</Badge>
  );

/** What an entry said before it changed: its name, state and facts that are others now, in the same words. */
export function EntryBefore({
  of,
  entry,
  change,
  telling,
  lang,
}: {
  of: HealthListKey;
  entry: ListedEntry;
  change: RecordChange | undefined;
  telling: Telling;
  lang: string | undefined;
}): ReactNode {
  const isPrinting = usePrinting();
  const before = change?.entryBefore;
  if (change === undefined || !before) return null;
  const earlier: ListedEntry = { ...before, key: entry.key, sources: entry.sources };
  const same = (one: Fact, other: Fact) => one.label === other.label && one.value === other.value;
  const now = factsOf(telling, of, entry);
  const facts = factsOf(telling, of, earlier).filter((fact) => !now.some((one) => same(one, fact)));
  const [title, wasTitle] = [titleOf(telling, of, entry), titleOf(telling, of, earlier)];
  const [status, wasStatus] = [statusText(telling, of, entry), statusText(telling, of, earlier)];
  const heads = [
    ...(title.text === wasTitle.text ? [] : [wasTitle.text]),
    ...(status === wasStatus || wasStatus === null ? [] : [wasStatus]),
  ];
  // Something that the page does not show, such as a code.
  if (facts.length === 0 && heads.length === 0) return null;
  return (
    <details className={`${disclose} ${look.sources}`} open={isPrinting || undefined}>
      <summary>
        {telling.t('records.changeEntryBefore', { date: changedOn(telling, change, telling.timeZone) })}
        <VisuallyHidden>: {title.text}</VisuallyHidden>
        <Icon of={ChevronDown} size="xs" />
      </summary>
      {heads.length === 0 ? null : <p lang={wasTitle.isOfSource ? lang : undefined}>{heads.join(' · ')}</p>}
      {facts.length === 0 ? null : (
        <dl className={factsClass}>
          {facts.map(({ label, value, isOfSource, isLabelOfSource }) => (
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
