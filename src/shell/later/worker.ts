import { useSyncExternalStore } from 'react';
import { Workbox } from 'workbox-window';
import { connection, subscribeToConnection } from '../../data/connection.ts';
import { greetWorker, workerAddress } from '../../data/ownWorker.ts';
import { whenServerIsNewer } from '../../data/version.ts';
import { flushOpenWork } from '../openWork.ts';

/** `ready`: a new build waits for its turn. `elsewhere`: another tab has brought it in, this page is of the older one. */
export type UpdateState = 'none' | 'ready' | 'updating' | 'notSaved' | 'elsewhere';

const listeners = new Set<() => void>();
let state: UpdateState = 'none';
let workbox: Workbox | null = null;
let started = false;

function become(next: UpdateState): void {
  state = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useUpdate = (): UpdateState => useSyncExternalStore(subscribe, () => state);

const minute = 60 * 1000;
const hour = 60 * minute;

/** Registers the worker and looks for a new build now and then; a page that is left open for days would not hear of one otherwise. */
export function startWorker(): void {
  if (started) return;
  started = true;
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) {
    // Without a worker the new version comes with a plain load.
    whenServerIsNewer((certain) => {
      if (certain && state === 'none') become('ready');
    });
    return;
  }
  const hadController = navigator.serviceWorker.controller !== null;
  let controlled = hadController;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker of this device takes over the page as it is.
    if (!controlled) {
      controlled = true;
      return;
    }
    if (state === 'updating') location.reload();
    else become('elsewhere');
  });
  const address = workerAddress('/portal.js');
  let retry = minute;
  const register = () => {
    workbox = new Workbox(address, { scope: '/', updateViaCache: 'none' });
    workbox.addEventListener('waiting', () => {
      if (state === 'none') become('ready');
    });
    // The network may go while the worker fetches its files; nobody else would try again before the next load.
    workbox.addEventListener('redundant', () => {
      setTimeout(look, retry);
      retry = Math.min(2 * retry, hour);
    });
    workbox.register().catch(() => undefined);
  };
  const lookNow = async (): Promise<void> => {
    if (await navigator.serviceWorker.getRegistration('/')) await workbox?.update();
    else register();
  };
  const look = () => {
    if (document.visibilityState === 'visible' && connection() === 'online') lookNow().catch(() => undefined);
  };
  register();
  greetWorker();
  let looked = -Infinity;
  whenServerIsNewer((certain) => {
    if (performance.now() - looked < minute) return;
    looked = performance.now();
    if (navigator.serviceWorker.controller !== null) look();
    else if (certain && state === 'none') become('ready');
  });
  setInterval(look, hour);
  subscribeToConnection(() => {
    if (navigator.serviceWorker.controller === null) look();
  });
  document.addEventListener('visibilitychange', look);
}

/** Brings the new build in. What is being filled in is made durable first; when it cannot be, the update waits. */
export async function update(): Promise<void> {
  const before = state;
  if (before === 'updating') return;
  become('updating');
  if (!(await flushOpenWork())) {
    become('notSaved');
    return;
  }
  if (before === 'elsewhere' || !workbox || navigator.serviceWorker.controller === null) location.reload();
  else workbox?.messageSkipWaiting();
}
