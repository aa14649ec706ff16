import type { RecordChange } from '@portal/api';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import type { Words } from '../../words/index.ts';

/** That an entry is new or changed since its reader last looked. */
export const ChangeBadge = ({ change, t }: { change: RecordChange | undefined; t: Words['t'] }): ReactNode =>
  change === undefined ? null : (
    <Badge kind={change.kind === 'new' ? 'new' : 'plain'}>{t(`records.change_${change.kind}`)}</Badge>
  );
