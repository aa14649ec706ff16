import type { RecordChange } from '@portal/api';
import type { ReactNode } from 'react';
import { changedOn, changeName } from '../../../records/changes/changeText.ts';
import { goneLines } from '../../../records/changes/changes.css.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { screenOnly } from '../../../ui/text.css.ts';
import type { DocumentLink } from './parts.ts';
import type { Telling } from './telling.ts';

/** The documents that came in, or came again changed, since their reader last looked. */
export function DocumentChanges({
  changes,
  telling,
  linkTo,
}: {
  changes: readonly RecordChange[];
  telling: Telling;
  linkTo: DocumentLink;
}): ReactNode {
  const documents = changes.flatMap((change) => (change.row.kind === 'document' ? [{ change, row: change.row }] : []));
  if (documents.length === 0) return null;
  return (
    <ul className={`${goneLines} ${screenOnly}`}>
      {documents.map(({ change, row: { ifSystemId, ccdaId } }) => {
        const title = changeName(telling, change);
        return (
          <li key={change.key}>
            <Badge kind={change.kind === 'new' ? 'new' : 'plain'}>{telling.t(`records.change_${change.kind}`)}</Badge>{' '}
            <TextLink standalone {...linkTo({ ifSystemId, ccdaId })}>
              {title}
            </TextLink>{' '}
            {[change.source, changedOn(telling, change, telling.timeZone)].filter((part) => part !== null).join(' · ')}
          </li>
        );
      })}
    </ul>
  );
}
