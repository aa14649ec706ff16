import type { HealthListKey, ListedEntry, RecordChange } from '@portal/api';
import type { ReactNode } from 'react';
import { BeforeDetails } from '../../../records/changes/BeforeDetails.tsx';
import { type Fact, factsOf } from './facts.ts';
import { statusText, titleOf } from './sentences.ts';
import type { Telling } from './telling.ts';

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
  const before = change?.entryBefore;
  if (change === undefined || !before) return null;
  const earlier: ListedEntry = { ...before, key: entry.key, sources: entry.sources };
  const same = (one: Fact, other: Fact) => one.label === other.label && one.value === other.value;
  const now = factsOf(telling, of, entry);
  const facts = factsOf(telling, of, earlier).filter((fact) => !now.some((one) => same(one, fact)));
  const [title, wasTitle] = [titleOf(telling, of, entry), titleOf(telling, of, earlier)];
  const [status, wasStatus] = [statusText(telling, of, entry), statusText(telling, of, earlier)];
  return (
    <BeforeDetails
      change={change}
      timeZone={telling.timeZone}
      name={title.text}
      head={[
        ...(title.text === wasTitle.text ? [] : [wasTitle.text]),
        ...(status === wasStatus || wasStatus === null ? [] : [wasStatus]),
      ]}
      isHeadOfSource={wasTitle.isOfSource}
      facts={facts}
      lang={lang}
    />
  );
}
