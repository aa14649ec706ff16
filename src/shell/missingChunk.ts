import { anyOpenWork } from './openWork.ts';

const key = 'vestibule.reloadedAt';
const once = 60_000;

/** Reloads at most once a minute, and never while something is being filled in. */
function mayReload(): boolean {
  if (anyOpenWork() || !navigator.onLine) return false;
  try {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Math.abs(Date.now() - last) < once) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/** A chunk of this build is gone (a deploy has replaced it): one reload brings the new build; otherwise the error page shows. */
export function guardMissingChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!mayReload()) return;
    event.preventDefault();
    location.reload();
  });
}
