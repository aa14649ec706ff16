import type { ReactNode } from 'react';
import { Badge, type BadgeKind } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { X } from '../../ui/icons.ts';
import type { Visit } from './visit.ts';

const kindOf = ({ state, isConfirmed }: Pick<Visit, 'state' | 'isConfirmed'>): BadgeKind => {
  if (state === 'overdue') return 'warning';
  if (state !== 'upcoming') return 'plain';
  return isConfirmed ? 'success' : 'brand';
};

/** The word for the state of a visit; a cancelled one has a cross before it. */
export const StateBadge = ({ visit }: { visit: Pick<Visit, 'state' | 'status' | 'isConfirmed'> }): ReactNode =>
  visit.status === '' ? null : (
    <Badge kind={kindOf(visit)}>
      {visit.state === 'cancelled' ? <Icon of={X} size="xs" /> : null}
      {visit.status}
    </Badge>
  );
