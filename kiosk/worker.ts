import { useSyncExternalStore } from 'react';
import type { RegisteredWorker } from '../src/browser/serviceWorker.ts';
import { firstStore } from '../src/words/smallStore.ts';

const isReady = firstStore(false);
let worker: RegisteredWorker | null = null;
let isAsked = false;

/** True when a new version is ready. Only staff's pages offer it. */
export const useUpdate = (): boolean => useSyncExternalStore(isReady.subscribe, isReady.get, () => false);

/** Activates the new version and reloads. Only staff's pages call it, when no patient has the tablet. */
export function applyUpdate(): void {
  isAsked = true;
  worker?.takeOver();
}

async function register(): Promise<void> {
  const { startServiceWorker } = await import('../src/browser/serviceWorker.ts');
  worker = startServiceWorker({
    script: '/kiosk.js',
    onReady: () => {
      // Without a controller this is the first worker, which replaces nothing.
      if (navigator.serviceWorker.controller !== null) isReady.set(true);
    },
    onReplaced: () => {
      if (isAsked) location.replace('/');
    },
  });
}

/** Registers the kiosk's service worker after the first paint, so that a tablet starts without a network. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const begin = () => void register().catch(() => undefined);
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}
