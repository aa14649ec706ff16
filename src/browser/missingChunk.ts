import { anyOpenWork } from './openWork.ts';

const key = 'vestibule.reloadedAt';
const once = 60_000;

const wasReloaded = (): boolean => Math.abs(Date.now() - Number(sessionStorage.getItem(key) ?? 0)) < once;

/** Reloads at most once a minute, and never while something is being filled in. */
function mayReload(): boolean {
  try {
    return !anyOpenWork() && navigator.onLine && !wasReloaded();
  } catch {
    return false;
  }
}

let reloading = false;
/** True once this document has begun to reload. */
export const isReloading = (): boolean => reloading;

function reload(): void {
  reloading = true;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
}

/**
 * Without a service worker only the server can show the page again, so it is asked first: a reload without an answer ends at the browser's
 * own error page.
 */
async function reloadIfServed(): Promise<void> {
  const { ok } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
  if (ok && mayReload()) reload();
}

/** Handles a missing chunk of this build, which a deploy has replaced: reloads once for the new build; otherwise the error page shows. */
export function guardMissingChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!mayReload()) return;
    if ('serviceWorker' in navigator && navigator.serviceWorker.controller !== null) {
      event.preventDefault();
      reload();
    } else reloadIfServed().catch(() => undefined);
  });
}
