/**
 * A signal that aborts after so many milliseconds, or with another one. Not `AbortSignal.any` of an `AbortSignal.timeout`: nothing holds that
 * limit, so Node 20 forgets it when it next collects garbage, and it never aborts.
 */
export function limitedTo(ms: number, other: AbortSignal): AbortSignal {
  const late = new AbortController();
  setTimeout(() => late.abort(), ms).unref();
  return AbortSignal.any([other, late.signal]);
}
