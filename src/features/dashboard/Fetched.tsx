import type { ReactNode } from 'react';
import { useConnection } from '../../data/connection.ts';
import { type CallError, failureOf } from '../../data/errors.ts';
import { useFacility } from '../../data/facility.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CircleAlert, CloudOff } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatInstant, useWords } from '../../words/index.ts';
import { copyAge } from './dashboard.css.ts';

/** What of a query a widget needs. */
export interface Asked<T> {
  readonly data: T | undefined;
  readonly isPending: boolean;
  readonly error: CallError | null;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

/**
 * The states that every widget has by itself, so that one that fails takes no other down: waiting, failed or offline with Try again,
 * nothing there, and there. Without a connection what is there stays, with its age.
 */
export function Fetched<T>({ asked, isEmpty, empty, lines = 4, children }: { asked: Asked<T>; isEmpty: (data: T) => boolean; empty: ReactNode; lines?: number; children: (data: T) => ReactNode }): ReactNode {
  const { t, locale } = useWords();
  const isOnline = useConnection() === 'online';
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const { data, isPending, error } = asked;
  const failure = failureOf(error);
  const isOld = failure?.kind === 'offline' && data !== undefined;
  if (isPending) {
    return (
      <Card>
        <Skeleton lines={lines} />
      </Card>
    );
  }
  if ((error !== null && !isOld) || data === undefined) {
    const isHere = isOnline && failure?.kind !== 'offline';
    return (
      <Card>
        <EmptyState
          icon={isHere ? CircleAlert : CloudOff}
          title={t(isHere ? 'dashboard.failed' : 'dashboard.offline')}
          action={
            <Button variant="secondary" onClick={() => void asked.refetch()}>
              {t('core.tryAgain')}
            </Button>
          }
        >
          {t(isHere ? 'dashboard.failedText' : 'dashboard.offlineText')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      {isOnline && !isOld ? null : <p className={copyAge}>{t('dashboard.savedCopy', { when: formatInstant(locale, new Date(asked.dataUpdatedAt).toISOString(), timeZone) })}</p>}
      {isEmpty(data) ? <Card>{empty}</Card> : children(data)}
    </>
  );
}
