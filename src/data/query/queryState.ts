import { type CallError, failureOf, statusOf } from '../errors.ts';

export interface QueryAnswer<T> {
  readonly data: T | undefined;
  readonly isPending: boolean;
  readonly error: CallError | null;
  readonly dataUpdatedAt: number;
  readonly isFetching?: boolean;
  readonly refetch: () => unknown;
}

/** True for the answer that there is no such thing, or not for this person: both look the same. */
export const isNotFound = (error: CallError | null): boolean => [403, 404].includes(statusOf(error) ?? 0);

/** What a part of a page shows. `isCopy`: there is no connection, so it says how old it is. */
type QueryState<T> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'failed'; readonly isOffline: boolean }
  | { readonly kind: 'there'; readonly data: T; readonly isCopy: boolean };

/**
 * The state of a query. Earlier data goes when the server fails a refetch, and stays when only the connection is missing. What was never
 * loaded cannot come without a connection: it is not waited for, although the query goes on trying.
 */
export function queryStateOf<T>({ data, isPending, error }: QueryAnswer<T>, isOnline: boolean): QueryState<T> {
  if (isPending) return isOnline ? { kind: 'waiting' } : { kind: 'failed', isOffline: true };
  if (isNotFound(error)) return { kind: 'notFound' };
  const isUnanswered = failureOf(error)?.kind === 'offline';
  if (data === undefined || (error !== null && !isUnanswered))
    return { kind: 'failed', isOffline: isUnanswered || !isOnline };
  return { kind: 'there', data, isCopy: isUnanswered || !isOnline };
}
