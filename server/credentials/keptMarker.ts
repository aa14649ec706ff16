import type { Cookies } from '../http/handler.ts';

/** The same as in the page (`src/data/keptRecords/marker.ts`). */
const lifeInSeconds = 90 * 24 * 3600;

/**
 * Sets the cookie again that tells a page that this browser keeps an offline copy. Browsers delete what scripts have stored, cookies
 * included, sooner than a cookie set by a server. The cookie says nothing about a person, and a value of any other form is not sent back.
 */
export function renewKeptMarker(cookies: Cookies): void {
  const marker = cookies.get('portalKept');
  if (marker !== null && /^records-\d{1,3}$/.test(marker))
    cookies.set('portalKept', marker, { maxAge: lifeInSeconds, isForScripts: true });
}
