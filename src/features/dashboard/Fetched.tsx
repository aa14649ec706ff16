import type { ReactNode } from 'react';
import { type Asked, shownOf } from '../../data/asked.ts';
import { useConnection } from '../../data/connection.ts';
import { useFacility } from '../../data/facility.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CircleAlert, CloudOff } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatInstant, useWords } from '../../words/index.ts';
import { copyAge } from './dashboard.css.ts';

/**
 * The states that every widget has by itself, so that one that fails takes no other down: waiting, failed or offline with Try again,
 * nothing there, and there. Without a connection what is there stays, with its age.
 */
export function Fetched<T>({ asked, isEmpty, empty, lines = 4, children }: { asked: Asked<T>; isEmpty: (data: T) => boolean; empty: ReactNode; lines?: number; children: (data: T) => ReactNode }): ReactNode {
  const { t, locale } = useWords();
  const isOnline = useConnection() === 'online';
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const shown = shownOf(asked, isOnline);
  switch (shown.kind) {
    case 'waiting':
      return (
        <Card>
          <Skeleton lines={lines} />
        </Card>
      );
    case 'notFound':
    case 'failed': {
      const isOffline = shown.kind === 'failed' && shown.isOffline;
      return (
        <Card>
          <EmptyState
            icon={isOffline ? CloudOff : CircleAlert}
            title={t(isOffline ? 'dashboard.offline' : 'dashboard.failed')}
            action={
              <Button variant="secondary" onClick={() => void asked.refetch()}>
                {t('core.tryAgain')}
              </Button>
            }
          >
            {t(isOffline ? 'dashboard.offlineText' : 'dashboard.failedText')}
          </EmptyState>
        </Card>
      );
    }
    case 'there':
      return (
        <>
          {shown.isCopy ? <p className={copyAge}>{t('dashboard.savedCopy', { when: formatInstant(locale, new Date(asked.dataUpdatedAt).toISOString(), timeZone) })}</p> : null}
          {isEmpty(shown.data) ? <Card>{empty}</Card> : children(shown.data)}
        </>
      );
  }
}
