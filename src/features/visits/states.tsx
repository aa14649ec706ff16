import type { ReactNode } from 'react';
import { useConnection } from '../../data/connection.ts';
import { type CallError, failureOf } from '../../data/errors.ts';
import { useFacility } from '../../data/facility.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CircleAlert, CloudOff, Lock } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatInstant, useWords } from '../../words/index.ts';
import { copyAge } from './visits.css.ts';

/** What of a query the parts of these pages need. */
export interface Asked<T> {
  readonly data: T | undefined;
  readonly isPending: boolean;
  readonly error: CallError | null;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

const isNotFound = (error: CallError | null): boolean => {
  const failure = failureOf(error);
  return failure?.kind === 'refused' && (failure.status === 404 || failure.status === 403);
};

/** Waiting, failed with a way on, offline, not open to this person, or there: with its age where there is no connection. */
export function Fetched<T>({ asked, children }: { asked: Asked<T>; children: (data: T) => ReactNode }): ReactNode {
  const { t } = useWords();
  const { data, isPending, error } = asked;
  const isOnline = useConnection() === 'online';
  if (isPending) return <Skeleton lines={6} />;
  if (isNotFound(error)) {
    return (
      <EmptyState icon={Lock} level={2} title={t('visits.notYours')}>
        {t('visits.notYoursText')}
      </EmptyState>
    );
  }
  const noAnswer = failureOf(error)?.kind === 'offline';
  if ((error !== null && !noAnswer) || data === undefined) {
    const isOffline = noAnswer || !isOnline;
    return (
      <EmptyState icon={isOffline ? CloudOff : CircleAlert} level={2} title={t(isOffline ? 'visits.offline' : 'visits.failed')} action={<Button onClick={() => void asked.refetch()}>{t('core.tryAgain')}</Button>}>
        {t(isOffline ? 'visits.offlineText' : 'visits.failedText')}
      </EmptyState>
    );
  }
  return (
    <>
      {isOnline && !noAnswer ? null : <CopyAge updatedAt={asked.dataUpdatedAt} />}
      {children(data)}
    </>
  );
}

/** How old what is shown is, while there is no connection. It is in memory only, and gone with the session. */
function CopyAge({ updatedAt }: { updatedAt: number }): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  return <p className={copyAge}>{t('visits.savedCopy', { when: formatInstant(locale, new Date(updatedAt).toISOString(), timeZone) })}</p>;
}
