import type { ReactNode } from 'react';
import { useConnection } from '../data/connection.ts';
import { useFacility } from '../data/facility.ts';
import { type QueryAnswer, queryStateOf } from '../data/query/queryState.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { CircleAlert, CloudOff, Lock } from '../ui/icons.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { formatInstant, type MessageKey, useWords } from '../words/index.ts';
import { copyAge, copyAgeOfPart } from './records.css.ts';

/** Texts of a page that can say something more precise than the usual ones; null: no text. */
export interface QueryTexts {
  readonly failed?: MessageKey;
  readonly failedText?: MessageKey | null;
  readonly offlineText?: MessageKey | null;
  /** How old it is, `{when}`. */
  readonly savedCopy?: MessageKey | null;
}

export interface LoadFailedProps {
  readonly isOffline: boolean;
  readonly onAgain: () => void;
  readonly level?: 2 | 3;
  /** A part of a page, beside others that did load. */
  readonly isPart?: boolean;
  readonly texts?: QueryTexts;
}

/** Nothing could be loaded, and Try again. */
export function LoadFailed({
  isOffline,
  onAgain,
  level = 2,
  isPart = false,
  texts: {
    failed = 'records.failed',
    failedText = 'records.failedText',
    offlineText = isPart ? 'records.partOfflineText' : 'records.offlineText',
  } = {},
}: LoadFailedProps): ReactNode {
  const { t } = useWords();
  const explanation = isOffline ? offlineText : failedText;
  return (
    <EmptyState
      icon={isOffline ? CloudOff : CircleAlert}
      level={level}
      title={t(isOffline ? 'records.offline' : failed)}
      action={
        <Button variant={isPart ? 'secondary' : 'primary'} onClick={onAgain}>
          {t('core.tryAgain')}
        </Button>
      }
    >
      {explanation === null ? null : t(explanation)}
    </EmptyState>
  );
}

/** How old what is shown is, while there is no connection. */
function CopyAge({ updatedAt, isPart, text }: { updatedAt: number; isPart: boolean; text: MessageKey }): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  return (
    <p className={isPart ? copyAgeOfPart : copyAge}>
      {t(text, { when: formatInstant(locale, new Date(updatedAt).toISOString(), timeZone) })}
    </p>
  );
}

export interface QueryBoundaryProps<T> {
  readonly query: QueryAnswer<T>;
  readonly isEmpty?: (data: T) => boolean;
  /** Shown where the answer has nothing in it. */
  readonly empty?: ReactNode;
  /**
   * What "not found" means here. `empty`: a facility has switched this off, or has none. `notYours`: somebody without the right
   * must not read that there is nothing. `failed`: there is no reason for it.
   */
  readonly notFound?: 'empty' | 'notYours' | 'failed';
  /** A part of a page, in a card of its own, so that one that fails takes no other down. */
  readonly isPart?: boolean;
  /** `empty` is a row of a card, and not a screen of its own. */
  readonly emptyIsRow?: boolean;
  /** What was loaded stays when the server fails to send it again. */
  readonly keepsData?: boolean;
  readonly lines?: number;
  readonly level?: 2 | 3;
  readonly texts?: QueryTexts;
  readonly children: (data: T) => ReactNode;
}

/** The states of everything that is loaded: waiting, failed or offline with Try again, not found, empty, and there, with its age while offline. */
export function QueryBoundary<T>({
  query,
  isEmpty = () => false,
  empty = null,
  notFound = 'empty',
  isPart = false,
  emptyIsRow = false,
  keepsData = false,
  lines = isPart ? 4 : 6,
  level = isPart ? 3 : 2,
  texts,
  children,
}: QueryBoundaryProps<T>): ReactNode {
  const isOnline = useConnection() === 'online';
  const state = queryStateOf(keepsData && query.data !== undefined ? { ...query, error: null } : query, isOnline);
  const framed = (content: ReactNode) => (isPart ? <Card>{content}</Card> : content);
  const framedEmpty = emptyIsRow ? <Card flush>{empty}</Card> : framed(empty);
  const failed = (isOffline: boolean) =>
    framed(
      <LoadFailed
        isOffline={isOffline}
        level={level}
        isPart={isPart}
        texts={texts}
        onAgain={() => void query.refetch()}
      />,
    );
  const { savedCopy = 'records.savedCopy' } = texts ?? {};
  switch (state.kind) {
    case 'waiting':
      return framed(<Skeleton lines={lines} />);
    case 'notFound':
      return notFound === 'failed' ? failed(false) : notFound === 'notYours' ? <NotYours /> : framedEmpty;
    case 'failed':
      return failed(state.isOffline);
    case 'there':
      return (
        <>
          {state.isCopy && savedCopy !== null ? (
            <CopyAge updatedAt={query.dataUpdatedAt} isPart={isPart} text={savedCopy} />
          ) : null}
          {isEmpty(state.data) ? framedEmpty : children(state.data)}
        </>
      );
  }
}

function NotYours(): ReactNode {
  const { t } = useWords();
  return (
    <EmptyState icon={Lock} level={2} title={t('records.notYours')}>
      {t('records.notYoursText')}
    </EmptyState>
  );
}
