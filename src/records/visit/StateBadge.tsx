import type { ReactNode } from 'react';
import { Badge, type BadgeKind } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { X } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import { useSourceLang } from '../useSourceLang.ts';
import { isSourceWord, type Visit } from './visit.ts';

const kindOf = ({ state, isConfirmed }: Pick<Visit, 'state' | 'isConfirmed'>): BadgeKind => {
  if (state === 'overdue') return 'warning';
  if (state !== 'upcoming') return 'plain';
  return isConfirmed ? 'success' : 'brand';
};

/** The word for the state of a visit; a cancelled one has a cross before it. */
export function StateBadge({ visit }: { visit: Pick<Visit, 'state' | 'status' | 'isConfirmed'> }): ReactNode {
  const words = useWords();
  const lang = useSourceLang();
  if (visit.status === '') return null;
  return (
    <Badge kind={kindOf(visit)}>
      {visit.state === 'cancelled' ? <Icon of={X} size="xs" /> : null}
      {lang !== undefined && isSourceWord(words, visit) ? <span lang={lang}>{visit.status}</span> : visit.status}
    </Badge>
  );
}
