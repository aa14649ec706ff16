import { type Facility, getFacility } from '@portal/api';
import { useSyncExternalStore } from 'react';
import { smallStore } from '../browser/smallStore.ts';
import { config } from './config.ts';
import { fetchCall } from './fetchCall.ts';

/** What the server has said about the facility since the page was started; null until then. */
const answered = smallStore<Facility | null>(null);

const ask = (fresh: boolean): Promise<Facility> =>
  fetchCall(getFacility, { query: { facilityAlias: location.host } }, fresh);

/** The facility of this address, or null before it is known. */
export const facility = (): Facility | null => answered.get() ?? config().facility;

/** The facility of this address: from the page, else fetched once. Rejects with `CallError`; the next call then fetches again. */
export async function loadFacility(): Promise<Facility> {
  const known = facility();
  if (known) return known;
  const answer = await ask(false);
  answered.set(answer);
  return answer;
}

/**
 * Fetches the facility again, because the page may be the service worker's copy, and a facility changes its resources while people are
 * signed in. Without an answer the known one stays.
 */
export async function refreshFacility(): Promise<void> {
  const known = facility();
  const fresh = await ask(true).catch(() => null);
  if (fresh === null || JSON.stringify(fresh) === JSON.stringify(known)) return;
  answered.set(fresh);
}

export const useFacility = (): Facility | null => useSyncExternalStore(answered.subscribe, facility, facility);
