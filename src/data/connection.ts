import { useSyncExternalStore } from 'react';
import { firstStore } from '../words/smallStore.ts';

export type Connection = 'online' | 'offline';

const now = firstStore<Connection>(
  typeof navigator !== 'undefined' && navigator.onLine === false ? 'offline' : 'online',
);

/** What the last exchange with the server showed, or what the device says about its network. */
export const connection = now.get;

/** Calls back on every change; returns the way to stop. */
export const subscribeToConnection = now.subscribe;

/** Calls back when the server can be reached again; returns the way to stop. */
export const onConnectionReturn = (listener: () => void): (() => void) =>
  subscribeToConnection(() => {
    if (connection() === 'online') listener();
  });

/** Whether the server can be reached, for components. */
export const useConnection = (): Connection => useSyncExternalStore(now.subscribe, now.get, () => 'online');

let answeredAt: number | null = null;

/** Why there is no connection: nothing answers at all, or what stands before the facility's server answers that it does not. */
const facilityDown = firstStore(false);

/** True while it is the facility that cannot be reached and not the network, for components. */
export const useIsFacilityDown = (): boolean =>
  useSyncExternalStore(facilityDown.subscribe, facilityDown.get, () => false);

/** When the server last answered, in milliseconds of the device's clock; null where it has not since the page was opened. */
export const lastAnswerAt = (): number | null => answeredAt;

/** Every exchange says how it went: an answer of any kind is a connection. */
export function noteExchange(reached: boolean, isFacilityDown = false): void {
  if (reached) answeredAt = Date.now();
  facilityDown.set(isFacilityDown);
  now.set(reached ? 'online' : 'offline');
}

/** A probe is a few hundred bytes; a patient who waits for "Sent" in a corridor should not wait a minute longer than the network does. */
const probeDelays = [2_000, 3_000, 4_000, 5_000] as const;

/** While offline and visible, asks from time to time whether the server is back, because `navigator.onLine` cannot know. */
export function watchConnection(probe: () => Promise<void>): () => void {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const disarm = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const arm = () => {
    disarm();
    if (now.get() === 'online') {
      tries = 0;
      return;
    }
    if (document.visibilityState === 'hidden') return;
    const wait = probeDelays[Math.min(tries, probeDelays.length - 1)] ?? 5_000;
    timer = setTimeout(ask, wait * (0.75 + Math.random() / 2));
  };
  const ask = () => {
    tries += 1;
    probe()
      .catch(() => undefined)
      .finally(arm);
  };
  const networkBack = () => {
    tries = 0;
    disarm();
    ask();
  };
  const networkGone = () => noteExchange(false);
  window.addEventListener('online', networkBack);
  window.addEventListener('offline', networkGone);
  document.addEventListener('visibilitychange', arm);
  const unsubscribe = subscribeToConnection(arm);
  arm();
  return () => {
    disarm();
    unsubscribe();
    window.removeEventListener('online', networkBack);
    window.removeEventListener('offline', networkGone);
    document.removeEventListener('visibilitychange', arm);
  };
}
