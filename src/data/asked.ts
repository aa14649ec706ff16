import { type CallError, failureOf } from './errors.ts';

/** What the parts of a page need of a query. */
export interface Asked<T> {
  readonly data: T | undefined;
  readonly isPending: boolean;
  readonly error: CallError | null;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

/** True for the answer that there is no such thing, or not for this person: both look the same. */
export function isNotFound(error: CallError | null): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'refused' && (failure.status === 404 || failure.status === 403);
}

/** What a part shows. `isCopy`: there is no connection, so it says how old it is. */
export type Shown<T> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'failed'; readonly isOffline: boolean }
  | { readonly kind: 'there'; readonly data: T; readonly isCopy: boolean };

/** The state of what was asked for. What there was goes when asking again fails, and stays when there is only no connection. */
export function shownOf<T>({ data, isPending, error }: Asked<T>, isOnline: boolean): Shown<T> {
  if (isPending) return { kind: 'waiting' };
  if (isNotFound(error)) return { kind: 'notFound' };
  const isUnanswered = failureOf(error)?.kind === 'offline';
  if (data === undefined || (error !== null && !isUnanswered)) return { kind: 'failed', isOffline: isUnanswered || !isOnline };
  return { kind: 'there', data, isCopy: isUnanswered || !isOnline };
}
