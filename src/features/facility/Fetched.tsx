import type { Facility } from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
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
function Failed({ error, onAgain, level = 2 }: { error: unknown; onAgain: () => void; level?: 2 | 3 }): ReactNode {
  const { t } = useWords();
  const isOnline = useConnection() === 'online' && failureOf(error)?.kind !== 'offline';
  return (
    <EmptyState icon={isOnline ? CircleAlert : CloudOff} level={level} title={t(isOnline ? 'resources.failed' : 'resources.offline')} action={<Button onClick={onAgain}>{t('core.tryAgain')}</Button>}>
      {t(isOnline ? 'resources.failedText' : 'resources.offlineText')}
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
  return failure === null ? <Skeleton lines={6} /> : <Failed error={failure} onAgain={again} />;
}

/** What of a query the parts of these pages need. */
export interface Asked<T> {
  readonly data: T | undefined;
  readonly isPending: boolean;
  readonly error: CallError | null;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

/** A facility that has switched something off, or has nothing under a name, answers that it is not found. */
export const isNotFound = (error: CallError | null): boolean => {
  const failure = failureOf(error);
  return failure?.kind === 'refused' && failure.status === 404;
};

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

/** The states that every list of these pages has: waiting, failed, nothing there, and there. Old content goes when a load fails. */
export function Fetched<T>({ asked, isEmpty, empty, lines = 6, level = 2, children }: { asked: Asked<T>; isEmpty: (data: T) => boolean; empty: ReactNode; lines?: number; level?: 2 | 3; children: (data: T) => ReactNode }): ReactNode {
  const { data, isPending, error } = asked;
  const isOnline = useConnection() === 'online';
  if (isPending) return <Skeleton lines={lines} />;
  if (isNotFound(error)) return empty;
  const failure = failureOf(error);
  const isOld = failure?.kind === 'offline' && data !== undefined;
  if ((error !== null && !isOld) || data === undefined) return <Failed error={error} level={level} onAgain={() => void asked.refetch()} />;
  return (
    <>
      {isOnline && !isOld ? null : <CopyAge updatedAt={asked.dataUpdatedAt} />}
      {isEmpty(data) ? empty : children(data)}
    </>
  );
}
