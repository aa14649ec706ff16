import type { Facility } from '@portal/api';
import { useSyncExternalStore } from 'react';
import { config } from './config.ts';

const listeners = new Set<() => void>();
let loaded: Facility | null = null;
let loading: Promise<Facility> | null = null;

/** The facility of this address, or null before it is known. */
export const facility = (): Facility | null => loaded ?? config().facility;

/**
 * The facility of this address: from the page when the server put it there, else asked once. Rejects with `CallError`; the
 * next call asks again.
 */
export async function loadFacility(): Promise<Facility> {
  const known = facility();
  if (known) return known;
  loading ??= import('./facilityCall.ts').then(({ askFacility }) => askFacility()).finally(() => { loading = null; });
  loaded = await loading;
  for (const listener of listeners) listener();
  return loaded;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The facility of this address, for components. */
export const useFacility = (): Facility | null => useSyncExternalStore(subscribe, facility, facility);
