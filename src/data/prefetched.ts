import { languageHeader } from '@portal/api';

/** One question that the script `startPrefetch.ts` has asked before the app was there. */
export interface PrefetchedAnswer {
  /** Null where the question is asked without a session. */
  readonly token: string | null;
  /** The language that was asked for; null where the question has none. */
  readonly language: string | null;
  /** On the page's own clock. */
  readonly at: number;
  readonly response: Promise<Response>;
  readonly stop: AbortController;
}

declare global {
  /** By address; left by `startPrefetch.ts` on the page itself, so that neither script waits for the other's file. */
  var vestibulePrefetched: Map<string, PrefetchedAnswer> | undefined;
}

/** Milliseconds after which an answer is too old to be taken for a new one. */
const fresh = 15_000;

/**
 * Fetches, taking the answer that was asked for early where it is the very same question; each is taken once. One that failed on
 * its way is asked again, and none is taken after a request that may have changed what it says. From the first request on it is
 * too late to prefetch.
 */
export const fetchOrTake: typeof globalThis.fetch = (input, init) => {
  const asked = (globalThis.vestibulePrefetched ??= new Map());
  if ((init?.method ?? 'GET') !== 'GET') asked.clear();
  const found = typeof input === 'string' ? asked.get(input) : undefined;
  if (found === undefined || typeof input !== 'string') return globalThis.fetch(input, init);
  asked.delete(input);
  const headers = new Headers(init?.headers);
  const isSame =
    headers.get('authorization') === (found.token === null ? null : `Bearer ${found.token}`) &&
    headers.get(languageHeader) === found.language &&
    performance.now() - found.at < fresh;
  if (!isSame) {
    found.stop.abort();
    return globalThis.fetch(input, init);
  }
  init?.signal?.addEventListener('abort', () => found.stop.abort());
  return found.response.catch(() => globalThis.fetch(input, init));
};
