import { useSyncExternalStore } from 'react';
import type { RegisteredWorker } from '../src/browser/serviceWorker.ts';
import { firstStore } from '../src/words/smallStore.ts';

const isReady = firstStore(false);
let worker: RegisteredWorker | null = null;
let isAsked = false;

/** True when a new version waits; pages of staff offer it, a patient's visit never hears of it. */
export const useUpdate = (): boolean => useSyncExternalStore(isReady.subscribe, isReady.get, () => false);

/** Takes the new version into use and starts over. Only pages of staff call it: no patient has the tablet then. */
export function applyUpdate(): void {
  isAsked = true;
  worker?.takeOver();
}

async function register(): Promise<void> {
  const { startServiceWorker } = await import('../src/browser/serviceWorker.ts');
  worker = startServiceWorker({
    script: '/kiosk.js',
    onReady: () => {
      // Without a controller it is the first one, which has nothing to replace.
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
