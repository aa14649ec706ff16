import type { ReactNode } from 'react';
import { type Asked, shownOf } from '../../data/asked.ts';
import { useConnection } from '../../data/connection.ts';
import { useFacility } from '../../data/facility.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CircleAlert, CloudOff, Lock } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatInstant, useWords } from '../../words/index.ts';
import { copyAge } from './visits.css.ts';

/** Waiting, failed with a way on, offline, not open to this person, or there: with its age where there is no connection. */
export function Fetched<T>({ asked, children }: { asked: Asked<T>; children: (data: T) => ReactNode }): ReactNode {
  const { t } = useWords();
  const shown = shownOf(asked, useConnection() === 'online');
  switch (shown.kind) {
    case 'waiting':
      return <Skeleton lines={6} />;
    case 'notFound':
      return (
        <EmptyState icon={Lock} level={2} title={t('visits.notYours')}>
          {t('visits.notYoursText')}
        </EmptyState>
      );
    case 'failed':
      return (
        <EmptyState
          icon={shown.isOffline ? CloudOff : CircleAlert}
          level={2}
          title={t(shown.isOffline ? 'visits.offline' : 'visits.failed')}
          action={<Button onClick={() => void asked.refetch()}>{t('core.tryAgain')}</Button>}
        >
          {t(shown.isOffline ? 'visits.offlineText' : 'visits.failedText')}
        </EmptyState>
      );
    case 'there':
      return (
        <>
          {shown.isCopy ? <CopyAge updatedAt={asked.dataUpdatedAt} /> : null}
          {children(shown.data)}
        </>
      );
  }
}

/** How old what is shown is, while there is no connection. It is in memory only, and gone with the session. */
function CopyAge({ updatedAt }: { updatedAt: number }): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  return <p className={copyAge}>{t('visits.savedCopy', { when: formatInstant(locale, new Date(updatedAt).toISOString(), timeZone) })}</p>;
}
