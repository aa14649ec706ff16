import { createContext, type ReactNode, useContext } from 'react';
import { useFacility } from '../../data/facility.ts';
import type { Missing } from '../../data/keptRecords/readable.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { RefreshCw } from '../../ui/icons.ts';
import { type MessageKey, useWords } from '../../words/index.ts';
import { notKeptCard } from './CopyAgeLine.css.ts';

/** What can be opened without a connection, shown below a page that cannot; the layout provides it. */
export const WhatOpensNow = createContext<ReactNode>(null);

const reasons: Readonly<Record<NonNullable<Missing>, MessageKey>> = {
  never: 'records.notKeptNever',
  tooLarge: 'records.notKeptTooLarge',
  noRoom: 'records.notKeptNoRoom',
};

/** Replaces a page that is not in the offline copy of this device: why, Try again, and what can be opened. */
export function NotKept({
  missing,
  onAgain,
}: {
  /** Null: not known. */
  readonly missing: Missing;
  readonly onAgain: () => void;
}): ReactNode {
  const { t } = useWords();
  const facility = useFacility()?.facilityName ?? '';
  return (
    <>
      <Card className={notKeptCard}>
        <h2>{t('records.notKept')}</h2>
        <p>
          {missing === null ? null : `${t(reasons[missing])} `}
          {t('records.notKeptSafe', { facility })}
        </p>
        <Button icon={RefreshCw} onClick={onAgain}>
          {t('core.tryAgain')}
        </Button>
      </Card>
      {useContext(WhatOpensNow)}
    </>
  );
}
