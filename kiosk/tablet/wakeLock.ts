import { firstStore } from '../../src/words/smallStore.ts';

/** Whether the screen is kept on. `released`: the browser took the lock back, as it does whenever the page is hidden. */
export type WakeLockState = 'unsupported' | 'held' | 'released' | 'refused';

const state = firstStore<WakeLockState>('released');

export const wakeLockState = state.get;

/** Calls back after each change; returns a function that stops it. */
export const subscribeToWakeLock = state.subscribe;

/** Keeps the screen on. The browser drops the lock whenever the page is hidden, so it is requested again when the page is shown. */
export function keepAwake(): void {
  if (!('wakeLock' in navigator)) {
    state.set('unsupported');
    return;
  }
  const take = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    try {
      const lock = await navigator.wakeLock.request('screen');
      state.set('held');
      lock.onrelease = () => state.set('released');
    } catch {
      // A low battery or a policy refuses the lock; the questionnaire works without it.
      state.set('refused');
    }
  };
  document.addEventListener('visibilitychange', () => void take());
  void take();
}
