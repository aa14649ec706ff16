import type { Facility } from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import { type Asked, isNotFound, shownOf } from '../../data/asked.ts';
import { useConnection } from '../../data/connection.ts';
import { type CallError, failureOf, messageFor } from '../../data/errors.ts';
import { loadFacility, useFacility } from '../../data/facility.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CircleAlert, CloudOff } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { clearMessage, currentMessage, formatInstant, type MessageBarCodeName, showMessage, useWords } from '../../words/index.ts';
import { copyAge } from './facility.css.ts';

/** Nothing came, and the way on. */
function Failed({ isOffline, onAgain, level = 2 }: { isOffline: boolean; onAgain: () => void; level?: 2 | 3 }): ReactNode {
  const { t } = useWords();
  return (
    <EmptyState icon={isOffline ? CloudOff : CircleAlert} level={level} title={t(isOffline ? 'resources.offline' : 'resources.failed')} action={<Button onClick={onAgain}>{t('core.tryAgain')}</Button>}>
      {t(isOffline ? 'resources.offlineText' : 'resources.failedText')}
    </EmptyState>
  );
}

/** How old what is shown is, while there is no connection. */
function CopyAge({ updatedAt }: { updatedAt: number }): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  return <p className={copyAge}>{t('resources.savedCopy', { when: formatInstant(locale, new Date(updatedAt).toISOString(), timeZone) })}</p>;
}

/** Waits for the facility of this address, without which nothing of it can be asked for. */
export function WithFacility({ children }: { children: (facility: Facility) => ReactNode }): ReactNode {
  const facility = useFacility();
  const isOnline = useConnection() === 'online';
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    loadFacility().catch((error: unknown) => !gone && setFailure(error));
    return () => {
      gone = true;
    };
  }, [attempt]);
  if (facility !== null) return children(facility);
  const again = () => {
    setFailure(null);
    setAttempt((count) => count + 1);
  };
  return failure === null ? <Skeleton lines={6} /> : <Failed isOffline={!isOnline || failureOf(failure)?.kind === 'offline'} onAgain={again} />;
}

/**
 * Says a failure in the message bar (specification 3, section 8) and takes the message back when it is over. A session that
 * timed out adds nothing, and neither does a missing connection, which the page itself tells of.
 */
export function useFailureMessage(callName: string, error: CallError | null, code?: MessageBarCodeName): void {
  const failure = failureOf(error);
  const general = failure === null || failure.kind === 'offline' || isNotFound(error) ? null : messageFor({ name: callName }, failure);
  const shown = general === null ? null : (code ?? general.code);
  useEffect(() => {
    if (shown === null) return;
    showMessage(shown);
    return () => {
      if (currentMessage()?.code === shown) clearMessage();
    };
  }, [shown]);
}

/**
 * The states that every list of these pages has: waiting, failed, nothing there, and there. A facility that has switched something off,
 * or has nothing under a name, answers that it is not found.
 */
export function Fetched<T>({ asked, isEmpty, empty, lines = 6, level = 2, children }: { asked: Asked<T>; isEmpty: (data: T) => boolean; empty: ReactNode; lines?: number; level?: 2 | 3; children: (data: T) => ReactNode }): ReactNode {
  const shown = shownOf(asked, useConnection() === 'online');
  switch (shown.kind) {
    case 'waiting':
      return <Skeleton lines={lines} />;
    case 'notFound':
      return empty;
    case 'failed':
      return <Failed isOffline={shown.isOffline} level={level} onAgain={() => void asked.refetch()} />;
    case 'there':
      return (
        <>
          {shown.isCopy ? <CopyAge updatedAt={asked.dataUpdatedAt} /> : null}
          {isEmpty(shown.data) ? empty : children(shown.data)}
        </>
      );
  }
}
