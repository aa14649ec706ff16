import type { RecordChange } from '@portal/api';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { Pencil } from '../../ui/icons.ts';
import type { Words } from '../../words/index.ts';
import { changeLine } from './changes.css.ts';
import { beforeText, changedOn } from './changeText.ts';

/** Below a row: that it was corrected or changed since its reader last looked, and what it said before. */
export function ChangeLine({
  words,
  change,
  timeZone,
}: {
  /** A property and not a hook: many rows that subscribe to the language are slow to mount. */
  words: Words;
  change: RecordChange;
  timeZone: string;
}): ReactNode {
  if (change.kind === 'new') return null;
  const before = beforeText(words, change, timeZone);
  const { t } = words;
  return (
    <span className={changeLine}>
      <Icon of={Pencil} />
      <span>
        {[t(`records.change_${change.kind}`), change.source, before ?? changedOn(words, change, timeZone)]
          .filter((part) => part !== null)
          .join(' · ')}
      </span>
    </span>
  );
}
