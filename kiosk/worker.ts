import { useSyncExternalStore } from 'react';
import { greetWorker, workerAddress } from '../src/data/ownWorker.ts';

const listeners = new Set<() => void>();
let waiting: ServiceWorker | null = null;

function offer(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const isWaiting = (): boolean => waiting !== null;

/** True when a new version waits; pages of staff offer it, a patient's visit never hears of it. */
export const useUpdate = (): boolean => useSyncExternalStore(subscribe, isWaiting, () => false);

/** Takes the new version into use and starts over. Only pages of staff call it: no patient has the tablet then. */
export function applyUpdate(): void {
  if (!waiting) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => location.replace('/'), { once: true });
  waiting.postMessage({ type: 'SKIP_WAITING' });
}

function watch(registration: ServiceWorkerRegistration): void {
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing;
    installing?.addEventListener('statechange', () => {
      // Without a controller it is the first one, which has nothing to replace.
      if (installing.state === 'installed' && navigator.serviceWorker.controller) offer(installing);
    });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  });
}

/** Registers the kiosk's service worker after the first picture, so that a tablet starts without a network. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    greetWorker();
    navigator.serviceWorker.register(workerAddress('/kiosk.js'), { scope: '/', updateViaCache: 'none' }).then(watch, () => undefined);
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
