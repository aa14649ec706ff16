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

/**
 * Asks for the facility again: what the page was started with may be the worker's copy, and a facility switches its resources
 * while people are signed in. Where there is no answer, what was known stays.
 */
export async function refreshFacility(): Promise<void> {
  const known = facility();
  const { askFacility } = await import('./facilityCall.ts');
  const fresh = await askFacility().catch(() => null);
  if (fresh === null || JSON.stringify(fresh) === JSON.stringify(known)) return;
  loaded = fresh;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The facility of this address, for components. */
export const useFacility = (): Facility | null => useSyncExternalStore(subscribe, facility, facility);
