import { useSyncExternalStore } from 'react';
import { firstStore } from '../words/smallStore.ts';

export type Connection = 'online' | 'offline';

const now = firstStore<Connection>(
  typeof navigator !== 'undefined' && navigator.onLine === false ? 'offline' : 'online',
);

/** Whether the server can be reached, by the last exchange with it or by what the device says about its network. */
export const connection = now.get;

/** Calls back on every change; returns the function that stops it. */
export const subscribeToConnection = now.subscribe;

/** Calls back when the server can be reached again; returns the function that stops it. */
export const onConnectionReturn = (listener: () => void): (() => void) =>
  subscribeToConnection(() => {
    if (connection() === 'online') listener();
  });

export const useConnection = (): Connection => useSyncExternalStore(now.subscribe, now.get, () => 'online');

let answeredAt: number | null = null;

/** Why there is no connection. False: nothing answers. True: something in front of the server answers that the server is down. */
const facilityDown = firstStore(false);

/** True while the facility cannot be reached although the network works, for components. */
export const useIsFacilityDown = (): boolean =>
  useSyncExternalStore(facilityDown.subscribe, facilityDown.get, () => false);

/** When the server last answered, in milliseconds of the device's clock; null when it has not answered since the page was opened. */
export const lastAnswerAt = (): number | null => answeredAt;

/** Every exchange reports here whether it reached the server. An answer of any kind means that there is a connection. */
export function noteExchange(reached: boolean, isFacilityDown = false): void {
  if (reached) answeredAt = Date.now();
  facilityDown.set(isFacilityDown);
  now.set(reached ? 'online' : 'offline');
}

/** A probe is a few hundred bytes. The pauses are short, so that whoever waits for "Sent" sees it soon after the network is back. */
const probeDelays = [2_000, 3_000, 4_000, 5_000] as const;

/** While the device is offline and the page visible, asks now and then for the server, because `navigator.onLine` cannot know. */
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
