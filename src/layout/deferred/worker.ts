import { flushOpenWork } from '../../browser/openWork.ts';
import { type RegisteredWorker, startServiceWorker } from '../../browser/serviceWorker.ts';
import { smallStore, useSmallStore } from '../../browser/smallStore.ts';
import { connection, subscribeToConnection } from '../../data/connection.ts';
import { whenServerIsNewer } from '../../data/version.ts';

/** `ready`: a new build is waiting. `elsewhere`: another tab has activated it, and this page is of the older one. */
type UpdateState = 'none' | 'ready' | 'updating' | 'notSaved' | 'elsewhere';

const state = smallStore<UpdateState>('none');
let worker: RegisteredWorker | null = null;
let started = false;

export const useUpdate = (): UpdateState => useSmallStore(state);

const minute = 60 * 1000;

function offer(): void {
  if (state.get() === 'none') state.set('ready');
}

/** Registers the worker and looks for a new build every hour, because a page may be left open for days. */
export function startWorker(): void {
  if (started) return;
  started = true;
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) {
    // Without a service worker a reload is enough for the new version.
    whenServerIsNewer((certain) => {
      if (certain) offer();
    });
    return;
  }
  const { look } = (worker = startServiceWorker({
    script: '/portal.js',
    onReady: offer,
    onReplaced: () => {
      if (state.get() === 'updating') location.reload();
      else state.set('elsewhere');
    },
    mayLook: () => connection() === 'online',
    lookEvery: 60 * minute,
  }));
  let looked = -Infinity;
  whenServerIsNewer((certain) => {
    if (performance.now() - looked < minute) return;
    looked = performance.now();
    if (navigator.serviceWorker.controller !== null) look();
    else if (certain) offer();
  });
  subscribeToConnection(() => {
    if (navigator.serviceWorker.controller === null) look();
  });
}

/** Activates the new build. Open work is stored first; when that fails, the update waits. */
export async function activateUpdate(): Promise<void> {
  const before = state.get();
  if (before === 'updating') return;
  state.set('updating');
  if (!(await flushOpenWork())) {
    state.set('notSaved');
    return;
  }
  if (before === 'elsewhere' || worker?.takeOver() !== true) location.reload();
}
