import type { Cookies } from '../http/handler.ts';

/** The same as the page's (`src/data/keptRecords/marker.ts`). */
const lifeInSeconds = 90 * 24 * 3600;

/**
 * Sets the cookie again by which a page knows that this browser kept records. Browsers clear what scripts have stored, such a cookie among it,
 * sooner than what a server has set. It tells nothing of anybody, and what is not of its form is not repeated.
 */
export function renewKeptMarker(cookies: Cookies): void {
  const marker = cookies.get('portalKept');
  if (marker !== null && /^records-\d{1,3}$/.test(marker))
    cookies.set('portalKept', marker, { maxAge: lifeInSeconds, isForScripts: true });
}
