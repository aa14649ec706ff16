import type { ReactNode } from 'react';
import { useConnection, useIsFacilityDown } from '../data/connection.ts';
import type { Missing } from '../data/keptRecords/readable.ts';
import { useKeepsRecords } from '../data/keptRecords/state.ts';
import { type QueryAnswer, queryStateOf } from '../data/query/queryState.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { CircleAlert, CloudOff, Lock } from '../ui/icons.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { type MessageKey, useWords } from '../words/index.ts';
import { CopyAgeLine } from './kept/CopyAgeLine.tsx';
import { NotKept } from './kept/NotKept.tsx';

/** Texts of a page that can say something more precise than the default ones; null: no text. */
interface QueryTexts {
  readonly failed?: MessageKey;
  readonly failedText?: MessageKey | null;
  readonly offlineText?: MessageKey | null;
  /** The text for the age of a copy, with `{when}`. */
  readonly savedCopy?: MessageKey | null;
}

interface LoadFailedProps {
  readonly isOffline: boolean;
  readonly onAgain: () => void;
  readonly level?: 2 | 3;
  /** True for one part of a page whose other parts did load. */
  readonly isPart?: boolean;
  readonly texts?: QueryTexts;
}

/** Says that nothing could be loaded, with Try again. */
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
  const isDown = useIsFacilityDown() && isOffline;
  const explanation = isDown ? 'records.downText' : isOffline ? offlineText : failedText;
  return (
    <EmptyState
      icon={isOffline ? CloudOff : CircleAlert}
      level={level}
      title={t(isDown ? 'core.facilityDown' : isOffline ? 'records.offline' : failed)}
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

interface QueryBoundaryProps<T> {
  readonly query: QueryAnswer<T>;
  readonly isEmpty?: (data: T) => boolean;
  /** Shown when the answer contains nothing. */
  readonly empty?: ReactNode;
  /**
   * What a 404 means here. `empty`: the facility has switched this off, or has none. `notYours`: the person lacks the right, and must not
   * read that there is nothing. `failed`: there is no known reason.
   */
  readonly notFound?: 'empty' | 'notYours' | 'failed';
  /** A part of a page, in a card of its own, so that a failure affects only this part. */
  readonly isPart?: boolean;
  /** True when `empty` is a row of a card and not a screen of its own. */
  readonly emptyIsRow?: boolean;
  /** True when loaded data stays although a later request fails. */
  readonly keepsData?: boolean;
  readonly lines?: number;
  readonly level?: 2 | 3;
  readonly texts?: QueryTexts;
  /** Why this device does not have it, if that is known. */
  readonly missing?: Missing;
  readonly children: (data: T) => ReactNode;
}

/** All states of what is loaded: waiting, failed or offline with Try again, not found, empty, and loaded, with a copy's age. */
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
  missing = null,
  children,
}: QueryBoundaryProps<T>): ReactNode {
  const isOnline = useConnection() === 'online';
  const keepsRecords = useKeepsRecords();
  const state = queryStateOf(keepsData && query.data !== undefined ? { ...query, error: null } : query, isOnline);
  const framed = (content: ReactNode) => (isPart ? <Card>{content}</Card> : content);
  const framedEmpty = emptyIsRow ? <Card flush>{empty}</Card> : framed(empty);
  const again = () => void query.refetch();
  const failed = (isOffline: boolean) => {
    if (isOffline && !isPart && keepsRecords && texts?.offlineText === undefined)
      return <NotKept missing={missing} onAgain={again} />;
    return framed(<LoadFailed isOffline={isOffline} level={level} isPart={isPart} texts={texts} onAgain={again} />);
  };
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
          {savedCopy === null ? null : (
            <CopyAgeLine
              updatedAt={query.dataUpdatedAt}
              isOffline={state.isCopy}
              isFetching={query.isFetching === true}
              isPart={isPart}
              text={savedCopy}
            />
          )}
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
