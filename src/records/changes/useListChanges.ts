import type { CallShape, ChangedRow, PatientId, RecordChange, RecordChanges } from '@portal/api';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useConnection } from '../../data/connection.ts';
import { sendAny } from '../../data/http.ts';
import { invalidateAfter } from '../../data/query/query.ts';

/** What changed of a row since its reader last looked. */
export type ChangeOf<Id> = (id: Id) => RecordChange | undefined;

const none: readonly RecordChange[] = [];
/** An answer that is older than its changes by more is read again, so that nobody has looked at what was not there. */
const sameMomentMs = 10_000;

/**
 * The changes of a list, and tells the server that the reader has looked at it: once its answer is on the screen, with a connection, and as
 * far as the changes that are marked in it reach.
 */
export function useListChanges<Id>({
  changes,
  looked,
  listed,
  idOf,
  patientId,
  isShown,
}: {
  readonly changes: UseQueryResult<RecordChanges>;
  readonly looked: CallShape;
  readonly listed: Pick<UseQueryResult, 'dataUpdatedAt' | 'isSuccess' | 'isFetching' | 'refetch'>;
  /** The row of this list that a change is about; null for another one. The same function each time. */
  readonly idOf: (row: ChangedRow) => Id | null;
  readonly patientId: PatientId;
  /** False where the list is not on the screen, as on a phone that shows one of its rows. */
  readonly isShown: boolean;
}): { readonly changes: readonly RecordChange[]; readonly changeOf: ChangeOf<Id> } {
  const isOnline = useConnection() === 'online';
  const lookedTo = useRef<number | null>(null);
  const reread = useRef<number | null>(null);
  const { data, dataUpdatedAt, isFetching } = changes;
  const until = data?.until ?? null;
  const isUnseen = data !== undefined && data.changes.some(({ isSeen }) => !isSeen);
  const isOlder = listed.dataUpdatedAt < dataUpdatedAt - sameMomentMs;
  const { refetch } = listed;
  const isReady = isShown && isOnline && listed.isSuccess && !listed.isFetching && !isFetching;
  useEffect(() => {
    if (!isReady || until === null || lookedTo.current === until) return;
    if (isUnseen && isOlder && reread.current !== until) {
      reread.current = until;
      void refetch();
      return;
    }
    lookedTo.current = until;
    sendAny(looked, { params: { patientId }, body: { until } }).then(
      () => invalidateAfter(looked),
      () => undefined,
    );
  }, [isReady, until, isUnseen, isOlder, refetch, looked, patientId]);
  const told = data?.changes ?? none;
  const changeOf = useMemo(() => {
    const byId = new Map<Id, (typeof told)[number]>(
      told.flatMap((one) => {
        const id = idOf(one.row);
        return id === null ? [] : [[id, one] as const];
      }),
    );
    return (id: Id) => byId.get(id);
  }, [told, idOf]);
  return { changes: told, changeOf };
}
