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
/** True from the moment at which this document has begun to be loaded anew. */
export const isReloading = (): boolean => reloading;

function reload(): void {
  reloading = true;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
}

/** Without a service worker only the server can show the page again: it is asked first, or a reload could end at the browser's own error page. */
async function reloadIfServed(): Promise<void> {
  const { ok } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
  if (ok && mayReload()) reload();
}

/** A chunk of this build is gone (a deploy has replaced it): one reload brings the new build; otherwise the error page shows. */
export function guardMissingChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!mayReload()) return;
    if ('serviceWorker' in navigator && navigator.serviceWorker.controller !== null) {
      event.preventDefault();
      reload();
    } else reloadIfServed().catch(() => undefined);
  });
}
