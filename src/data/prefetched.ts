import { languageHeader } from '@portal/api';

/** One request that the script `startPrefetch.ts` has made before the app was loaded. */
export interface PrefetchedAnswer {
  /** Null when the request is made without a session. */
  readonly token: string | null;
  /** The requested language; null when the request has none. */
  readonly language: string | null;
  /** Milliseconds on the page's own clock (`performance.now`). */
  readonly at: number;
  readonly response: Promise<Response>;
  readonly stop: AbortController;
}

declare global {
  /** By address. `startPrefetch.ts` stores it on the page itself, so that neither script waits for the other's file. */
  var vestibulePrefetched: Map<string, PrefetchedAnswer> | undefined;
}

/** Milliseconds after which a prefetched answer counts as too old. */
const fresh = 15_000;

/** For a call that makes answers stale: none from before it is used. Their requests end, because an answer that nobody reads stays open. */
export function dropPrefetched(): void {
  for (const { stop } of globalThis.vestibulePrefetched?.values() ?? []) stop.abort();
  globalThis.vestibulePrefetched?.clear();
}

/**
 * Fetches, but uses a prefetched answer when the request is exactly the same; each is used once. A prefetch that failed is requested again.
 * After the first request of the app it is too late to prefetch.
 */
export const fetchOrTake: typeof globalThis.fetch = (input, init) => {
  const asked = (globalThis.vestibulePrefetched ??= new Map());
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
