import { useSyncExternalStore } from 'react';

export type Connection = 'online' | 'offline';

const listeners = new Set<() => void>();
let now: Connection = typeof navigator !== 'undefined' && navigator.onLine === false ? 'offline' : 'online';

function become(next: Connection): void {
  if (next === now) return;
  now = next;
  for (const listener of listeners) listener();
}

/** What the last exchange with the server showed, or what the device says about its network. */
export const connection = (): Connection => now;

/** Calls back on every change; returns the way to stop. */
export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server can be reached, for components. */
export const useConnection = (): Connection => useSyncExternalStore(subscribeToConnection, connection, () => 'online');

/** Every exchange says how it went: an answer of any kind is a connection. */
export const noteExchange = (reached: boolean): void => become(reached ? 'online' : 'offline');

/** A probe is a few hundred bytes; a patient who waits for "Sent" in a corridor should not wait a minute longer than the network does. */
const probeDelays = [2_000, 3_000, 5_000, 8_000, 12_000] as const;

/** While offline and visible, asks from time to time whether the server is back, because `navigator.onLine` cannot know. */
export function watchConnection(probe: () => Promise<void>): () => void {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const disarm = () => { if (timer !== null) clearTimeout(timer); timer = null; };
  const arm = () => {
    disarm();
    if (now === 'online') { tries = 0; return; }
    if (document.visibilityState === 'hidden') return;
    const wait = probeDelays[Math.min(tries, probeDelays.length - 1)] ?? 12_000;
    timer = setTimeout(ask, wait * (0.75 + Math.random() / 2));
  };
  const ask = () => {
    tries += 1;
    probe().catch(() => undefined).finally(arm);
  };
  const networkBack = () => { tries = 0; disarm(); ask(); };
  const networkGone = () => become('offline');
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
